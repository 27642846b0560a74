using System.Runtime.CompilerServices;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement.History;
using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Load.Records;

/// <summary>Submits the operations of YCSB to a table. One worker uses it.</summary>
internal sealed class YcsbWorker(WorkerTools tools, YcsbWorkload workload) : IWorkloadWorker
{
    private readonly IUserTable _table = workload.Table;
    private long _sequence = workload.FirstSequence;

    public ValueTask Prepare() => ValueTask.CompletedTask;

    public ValueTask Submit(long? arrival)
    {
        tools.Begin(arrival);
        var place = workload.Mix.Sample(tools.Random);
        return workload.Kinds[place] switch
        {
            YcsbOperation.Read => Read(place, arrival),
            YcsbOperation.Update => Update(place, arrival),
            YcsbOperation.Insert => Insert(place, arrival),
            YcsbOperation.Scan => Scan(place, arrival),
            _ => ReadModifyWrite(place, arrival),
        };
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Read(int place, long? arrival)
    {
        var number = workload.Keys.Pick(tools.Random);
        var sent = tools.BeginRequest();
        var outcome = await Read(number);
        Record(place, arrival, sent, tools.EndRequest(), outcome);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Update(int place, long? arrival)
    {
        var number = workload.Keys.Pick(tools.Random);
        var (sent, completed, outcome) = await Write(number);
        Record(place, arrival, sent, completed, outcome);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Insert(int place, long? arrival)
    {
        var number = workload.Keys.Next();
        var record = UserData.Record(number, tools.Worker + 1, ++_sequence);
        var sent = tools.BeginRequest();
        var outcome = Done(await OutcomeOf(_table.Insert(record)));
        var completed = tools.EndRequest();
        workload.Inserted(number, outcome);
        Record(place, arrival, sent, completed, outcome);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask Scan(int place, long? arrival)
    {
        var number = workload.Keys.Pick(tools.Random);
        var (key, limit) = (UserData.Key(number), tools.Random.Between(1, workload.Settings.ScanMost));
        var sent = tools.BeginRequest();
        var (records, outcome) = await OutcomeOf(_table.Scan(key, limit));
        var completed = tools.EndRequest();
        if (outcome == OutcomeClass.Committed) workload.Evidence.Scanned(key, records!, limit, workload.MayBeMissing(number));
        Record(place, arrival, sent, completed, outcome);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask ReadModifyWrite(int place, long? arrival)
    {
        var number = workload.Keys.Pick(tools.Random);
        var sent = tools.BeginRequest();
        var outcome = await Read(number);
        var completed = tools.EndRequest();
        if (outcome == OutcomeClass.Committed) (_, completed, outcome) = await Write(number);
        Record(place, arrival, sent, completed, outcome);
    }

    private async ValueTask<OutcomeClass> Read(long number)
    {
        var (fields, outcome) = await OutcomeOf(_table.Read(UserData.Key(number)));
        if (outcome != OutcomeClass.Committed) return outcome;
        workload.Evidence.Read(number, fields, workload.MayBeMissing(number));
        return fields is null ? OutcomeClass.Rejected : outcome;
    }

    private async ValueTask<(long Sent, long Completed, OutcomeClass Outcome)> Write(long number)
    {
        var field = tools.Random.Below(UserData.Fields);
        var (text, mark) = FieldText.Make(number, field, tools.Worker + 1, ++_sequence);
        var sent = tools.BeginRequest();
        var outcome = Done(await OutcomeOf(_table.Update(UserData.Key(number), field, text)));
        var completed = tools.EndRequest();
        workload.Evidence.Written(number, field, mark, sent, completed, outcome);
        return (sent, completed, outcome);
    }

    private void Record(int place, long? arrival, long sent, long completed, OutcomeClass outcome) =>
        tools.Recorder.Transaction(place, new OperationHead(0, arrival ?? sent, sent, completed, outcome, 0));

    // A write that found no record, or one that is there already, has done nothing.
    private static OutcomeClass Done((bool Result, OutcomeClass Outcome) write) =>
        write is { Outcome: OutcomeClass.Committed, Result: false } ? OutcomeClass.Rejected : write.Outcome;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<(T? Result, OutcomeClass Outcome)> OutcomeOf<T>(ValueTask<T> request)
    {
        try
        {
            return (await request, OutcomeClass.Committed);
        }
        catch (PoolExhaustedException)
        {
            return (default, OutcomeClass.Aborted);
        }
        catch (StoreException error)
        {
            return (default, error.IsTimeout ? OutcomeClass.TimedOut : OutcomeClass.TransportError);
        }
    }
}
