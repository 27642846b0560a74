using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Load.Records;

/// <summary>Asks for all roles with their permissions. One worker uses it.</summary>
internal sealed class RolesWorker(WorkerTools tools, HttpEndpoint endpoint, RecordsWorkload workload) : IWorkloadWorker
{
    private readonly RequestBuffer _request = new(endpoint);

    public ValueTask Prepare() => ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask Submit(long? arrival)
    {
        tools.Begin(arrival);
        var reply = await tools.Send(_request.Begin("GET "u8, "/roles"u8).EndWithoutBody(), OperationKind.Dashboard);
        if (reply.Answer.IsSuccess) workload.Evidence.Same(reply.Answer.Body.Span);
        tools.Recorder.Transaction(0, reply.Head(tid: 0, arrival));
    }
}
