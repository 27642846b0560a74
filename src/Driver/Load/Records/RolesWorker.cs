using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Driver.Http;
using Marketplace.Driver.Measurement.History;

namespace Marketplace.Driver.Load.Records;

/// <summary>Asks for all roles with their permissions. One worker uses it.</summary>
internal sealed class RolesWorker(WorkerTools tools, HttpEndpoint endpoint, RecordsWorkload workload) : IWorkloadWorker
{
    private readonly RequestBuffer _request = new(endpoint);

    public ValueTask Prepare() => ValueTask.CompletedTask;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask Submit(long? arrival)
    {
        tools.Begin(arrival ?? tools.Context.Time.GetTimestamp());
        var reply = await tools.Send(_request.Begin("GET "u8, "/roles"u8).EndWithoutBody(), OperationKind.Dashboard);
        if (reply.Answer.IsSuccess) workload.Evidence.Same(reply.Answer.Body.Span);
        tools.Recorder.Transaction(0, RecordHead.Of(tools, arrival, in reply));
    }
}

/// <summary>Times and outcome of a request to the record service.</summary>
internal static class RecordHead
{
    public static OperationHead Of(WorkerTools tools, long? arrival, in Reply reply) => new(
        tools.Context.NextTid(), arrival ?? reply.Sent, reply.Sent, reply.Completed, reply.Outcome, reply.Answer.Status);
}
