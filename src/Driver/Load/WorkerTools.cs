using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Driver.Data;
using Marketplace.Driver.Http;
using Marketplace.Driver.Load.Receipts;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Workload;

namespace Marketplace.Driver.Load;

/// <summary>What a load gives one worker; nothing in it is shared with other workers but the context.</summary>
internal sealed record WorkerParts(
    LoadContext Context,
    int Worker,
    HttpEndpoint Endpoint,
    IExchange Exchange,
    HistoryBuffer History,
    WorkerRecorder Recorder,
    PendingReceipts? Pending = null);

/// <summary>What one worker works with, whatever it submits.</summary>
internal class WorkerTools(WorkerParts parts)
{
    private readonly IExchange _exchange = parts.Exchange;
    private readonly PendingReceipts? _pending = parts.Pending;
    private readonly PendingReceipt _receipt = new();
    private long _ready;

    /// <summary>What the workers share.</summary>
    public LoadContext Context { get; } = parts.Context;

    /// <summary>Number of the worker, from 0.</summary>
    public int Worker { get; } = parts.Worker;

    /// <summary>Its source of randomness.</summary>
    public WorkloadRandom Random { get; } = parts.Context.Random(EntityStream.Worker, parts.Worker);

    /// <summary>Its part of the history.</summary>
    public HistoryBuffer History { get; } = parts.History;

    /// <summary>Its measurements.</summary>
    public WorkerRecorder Recorder { get; } = parts.Recorder;

    /// <summary>Begins a transaction: the next request sent is its first.</summary>
    /// <param name="arrival">Its planned arrival in an open loop; in a closed one null: it is due now that the worker is free for it.</param>
    public void Begin(long? arrival) => _ready = arrival ?? Context.Time.GetTimestamp();

    /// <summary>Sends a transaction, and waits for its result: its answer, or where results are collected its receipt.</summary>
    public ValueTask<Reply> Transact(RequestBuffer request, OperationKind kind, long number) =>
        _pending is null ? Send(request, kind) : Collect(_pending, request, kind, number);

    /// <summary>Sends a request and takes its times.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Reply> Send(RequestBuffer request, OperationKind kind)
    {
        var sent = BeginRequest();
        var answer = await _exchange.Send(request);
        var completed = EndRequest();
        return new Reply(answer, OutcomeMapping.Of(answer, kind), sent, completed);
    }

    /// <summary>A request is sent, whatever way it takes.</summary>
    /// <returns>When, in ticks.</returns>
    public long BeginRequest()
    {
        var sent = Context.Time.GetTimestamp();
        if (_ready != 0) Recorder.Lag(_ready, sent);
        _ready = 0;
        return sent;
    }

    /// <summary>The request has its answer, or has failed.</summary>
    /// <returns>When, in ticks.</returns>
    public long EndRequest()
    {
        var completed = Context.Time.GetTimestamp();
        Recorder.Request(completed);
        return completed;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<Reply> Collect(PendingReceipts receipts, RequestBuffer request, OperationKind kind, long number)
    {
        receipts.Expect(number, _receipt);
        var reply = await Send(request, kind);
        var isAccepted = reply.Outcome == OutcomeClass.Committed;
        if (isAccepted) Recorder.Acknowledged(reply.Sent, reply.Completed);

        // Whoever does not know whether the request was accepted learns it from the receipt, if one comes.
        var mayComeYet = isAccepted || reply.Outcome.IsUnknown() && reply.Answer.Failure != HttpFailure.NotSent;
        if (!mayComeYet && receipts.TryForget(number)) return reply;
        await _receipt.Wait();
        if (_receipt.Arrived != 0) return reply with { Outcome = _receipt.Receipt.Outcome, Completed = _receipt.Arrived, Collected = _receipt };
        if (isAccepted) return reply with { Outcome = OutcomeClass.TimedOut, Completed = Context.Time.GetTimestamp() };
        receipts.Pardon(number);
        return reply with { Completed = Context.Time.GetTimestamp() };
    }
}
