using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using Marketplace.Audit.History;
using Marketplace.Driver.Http;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Load.Records;

/// <summary>Reads and writes items. One worker uses it.</summary>
internal sealed class ItemsWorker(WorkerTools tools, HttpEndpoint endpoint, RecordsWorkload workload) : IWorkloadWorker
{
    private const int OwnersItems = 10;

    // The place of each operation in the workload.
    private const int GetBySku = 0;
    private const int ListByOwner = 1;
    private const int Get = 2;
    private const int Create = 3;
    private const int Update = 4;
    private const int Delete = 5;
    private const int NotFound = 404;

    private static readonly DateTime Begin = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private readonly RequestBuffer _request = new(endpoint);
    private long _sequence;

    public ValueTask Prepare() => ValueTask.CompletedTask;

    public ValueTask Submit(long? arrival)
    {
        tools.Begin(arrival);
        return workload.Mix.Sample(tools.Random) switch
        {
            GetBySku => Read(GetBySku, Key(), arrival),
            ListByOwner => List(Key(), arrival),
            Get => Read(Get, Key(), arrival),
            Create => Insert(arrival),
            Delete => Remove(arrival),
            _ => Change(Key(), arrival),
        };
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Read(int operation, long id, long? arrival)
    {
        var isBySku = operation == GetBySku;
        _request.Begin("GET "u8, isBySku ? "/items?sku="u8 : "/items/"u8);
        if (isBySku) _request.Append(Encoding.ASCII.GetBytes(SeedData.Sku(id)));
        else _request.Append(id);
        var reply = await tools.Send(_request.EndWithoutBody(), OperationKind.Dashboard);
        if (reply.Answer.IsSuccess) workload.Evidence.Item(reply.Answer.Body.Span, id);
        tools.Recorder.Transaction(operation, reply.Head(tid: 0, arrival));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask List(long id, long? arrival)
    {
        var owner = SeedData.Owner(id, workload.Rows);
        _request.Begin("GET "u8, "/items?owner="u8).Append(owner).Append("&limit="u8).Append(OwnersItems);
        var reply = await tools.Send(_request.EndWithoutBody(), OperationKind.Dashboard);
        if (reply.Answer.IsSuccess) workload.Evidence.Items(reply.Answer.Body.Span, owner);
        tools.Recorder.Transaction(ListByOwner, reply.Head(tid: 0, arrival));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Insert(long? arrival)
    {
        var id = workload.NextKey();
        var item = SeedData.Item(id, workload.Rows);
        item = item with { Mark = Mark(id, item.Price, item.Quantity) };
        _request.Begin("POST "u8, "/items"u8).BeginBody().Append(JsonSerializer.SerializeToUtf8Bytes(item, RecordsJson.Default.Item));
        var reply = await tools.Send(_request.EndBody(), OperationKind.PriceUpdate);
        workload.Evidence.Created(reply.Outcome);
        tools.Recorder.Transaction(Create, reply.Head(tid: 0, arrival));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Change(long id, long? arrival)
    {
        var (price, quantity) = (tools.Random.Between(100, 99_999) / 100m, tools.Random.Below(1_000));
        var mark = Mark(id, price, quantity);
        var attribute = new ItemAttribute(
            SeedData.AttributeName(tools.Random.Below(SeedData.Attributes)), $"{tools.Random.Next():x16}{mark.Check:x14}");
        var change = new ItemChange(
            tools.Random.Below(SeedData.Statuses), price, quantity, Begin.AddSeconds(mark.Sequence), attribute, mark);
        _request.Begin("PUT "u8, "/items/"u8).Append(id).BeginBody()
            .Append(JsonSerializer.SerializeToUtf8Bytes(change, RecordsJson.Default.ItemChange));
        var reply = await tools.Send(_request.EndBody(), OperationKind.PriceUpdate);
        workload.Evidence.Written(id, mark, reply.Sent, reply.Completed, reply.Outcome);
        tools.Recorder.Transaction(Update, reply.Head(tid: 0, arrival));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Remove(long? arrival)
    {
        var (id, isThere) = workload.NextDeletion();
        var reply = await tools.Send(_request.Begin("DELETE "u8, "/items/"u8).Append(id).EndWithoutBody(), OperationKind.PriceUpdate);
        if (reply.Answer.Status == NotFound)
        {
            reply = reply with { Outcome = OutcomeClass.Rejected };
            if (isThere) workload.Evidence.Missed(id);
        }

        workload.Evidence.Deleted(id, reply.Outcome);
        tools.Recorder.Transaction(Delete, reply.Head(tid: 0, arrival));
    }

    // Writer 0 is the seed.
    private WriteMark Mark(long id, decimal price, int quantity) => WriteMark.Of(id, tools.Worker + 1, ++_sequence, price, quantity);

    private long Key() => 1 + (workload.Keys?.Sample(tools.Random) ?? tools.Random.Below(workload.Rows));
}
