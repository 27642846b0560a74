using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement.History;

namespace Marketplace.Driver.Measurement;

/// <summary>
/// What one worker measured. It alone writes; nothing is allocated a sample. Counts and latencies of the measurement are over the
/// transactions planned within it; its throughput is over those completed within it.
/// </summary>
/// <param name="kinds">How many operations the workload has.</param>
internal sealed class WorkerRecorder(int kinds, MeasureWindow window, double nanosecondsPerTick)
{
    private readonly long[] _all = new long[kinds * OutcomeClasses.Count];
    private readonly long[] _measured = new long[kinds * OutcomeClasses.Count];
    private readonly long[] _completed = new long[window.Measured * kinds * OutcomeClasses.Count];

    /// <summary>How many operations the workload has; seals are none.</summary>
    public int Kinds => kinds;

    /// <summary>Latency of all transactions of the whole run, for the series.</summary>
    public Histogram Whole { get; } = new();

    /// <summary>Latency from the planned start, by kind.</summary>
    public Histogram[] Latency { get; } = [.. Enumerable.Range(0, kinds).Select(_ => new Histogram())];

    /// <summary>Time from the send, by kind.</summary>
    public Histogram[] Service { get; } = [.. Enumerable.Range(0, kinds).Select(_ => new Histogram())];

    /// <summary>Time of one add of an item.</summary>
    public Histogram AddItem { get; } = new();

    /// <summary>Time from the send of a transaction to its acknowledgement, where results are collected.</summary>
    public Histogram Acknowledgement { get; } = new();

    /// <summary>Time between a transaction being due and its first request being sent.</summary>
    public Histogram SendLag { get; } = new();

    /// <summary>HTTP requests answered, or given up, within the measurement.</summary>
    public long Requests { get; private set; }

    /// <summary>HTTP requests of the whole run.</summary>
    public long AllRequests { get; private set; }

    /// <summary>Sessions filled and sealed without a checkout, in the whole run.</summary>
    public long Abandoned { get; private set; }

    /// <summary>The same, planned within the measurement.</summary>
    public long AbandonedMeasured { get; private set; }

    /// <summary>Checkouts of the measurement that committed without some of their items.</summary>
    public long PartialCheckouts { get; private set; }

    /// <summary>Packages delivered within the measurement.</summary>
    public long Packages { get; private set; }

    /// <summary>Committed update deliveries of the measurement that found no open package.</summary>
    public long EmptyDeliveries { get; private set; }

    /// <summary>Counts a request.</summary>
    /// <param name="completed">When it was complete.</param>
    public void Request(long completed)
    {
        AllRequests++;
        if (window.Contains(completed)) Requests++;
    }

    /// <summary>Measures an add of an item.</summary>
    public void Add(long sent, long completed)
    {
        if (window.Contains(sent)) AddItem.Record(Nanoseconds(completed - sent));
    }

    /// <summary>Measures the acknowledgement of a transaction whose result is collected.</summary>
    public void Acknowledged(long sent, long completed)
    {
        if (window.Contains(sent)) Acknowledgement.Record(Nanoseconds(completed - sent));
    }

    /// <summary>Measures how late a transaction was sent.</summary>
    public void Lag(long due, long sent)
    {
        if (window.Contains(due)) SendLag.Record(Nanoseconds(sent - due));
    }

    /// <summary>Counts a session that was given up on purpose.</summary>
    public void Abandon(long planned)
    {
        Abandoned++;
        if (window.Contains(planned)) AbandonedMeasured++;
    }

    /// <summary>Counts a checkout that committed without some of its items.</summary>
    public void Partial(long planned)
    {
        if (window.Contains(planned)) PartialCheckouts++;
    }

    /// <summary>Counts what an update delivery delivered.</summary>
    public void Delivered(long planned, int packages)
    {
        if (!window.Contains(planned)) return;
        Packages += packages;
        if (packages == 0) EmptyDeliveries++;
    }

    /// <summary>Measures a transaction of the marketplace.</summary>
    public void Transaction(OperationKind kind, in OperationHead head) => Transaction((int)kind, in head);

    /// <summary>Measures an operation.</summary>
    /// <param name="kind">Its place among the operations of the workload.</param>
    public void Transaction(int kind, in OperationHead head)
    {
        var cell = kind * OutcomeClasses.Count + (int)head.Outcome;
        var latency = Nanoseconds(head.Completed - head.Planned);
        _all[cell]++;
        Whole.Record(latency);
        if (window.Contains(head.Completed))
            _completed[window.EpochOf(head.Completed) * kinds * OutcomeClasses.Count + cell]++;
        if (!window.Contains(head.Planned)) return;
        _measured[cell]++;
        Latency[kind].Record(latency);
        Service[kind].Record(Nanoseconds(head.Completed - head.Sent));
    }

    /// <summary>Transactions of the whole run so far.</summary>
    public long All(int kind, OutcomeClass outcome) =>
        Volatile.Read(ref _all[kind * OutcomeClasses.Count + (int)outcome]);

    /// <summary>Transactions planned within the measurement.</summary>
    public long Measured(int kind, OutcomeClass outcome) => _measured[kind * OutcomeClasses.Count + (int)outcome];

    /// <summary>Transactions completed within a measured epoch.</summary>
    public long Completed(int epoch, int kind, OutcomeClass outcome) =>
        _completed[(epoch * kinds + kind) * OutcomeClasses.Count + (int)outcome];

    /// <summary>One of the same window that has measured nothing.</summary>
    public WorkerRecorder Empty() => new(kinds, window, nanosecondsPerTick);

    /// <summary>What was measured, as it is written.</summary>
    public RecorderState State => new(
        _all,
        _measured,
        _completed,
        HistogramState.Of(Whole),
        [.. Latency.Select(HistogramState.Of)],
        [.. Service.Select(HistogramState.Of)],
        HistogramState.Of(AddItem),
        HistogramState.Of(Acknowledgement),
        HistogramState.Of(SendLag),
        Requests,
        AllRequests,
        Abandoned,
        AbandonedMeasured,
        PartialCheckouts,
        Packages,
        EmptyDeliveries);

    /// <summary>Adds what was measured elsewhere.</summary>
    /// <exception cref="InvalidDataException">It has another number of epochs.</exception>
    public void Add(RecorderState other)
    {
        if (other.Completed.Length != _completed.Length) throw new InvalidDataException("The runs have different numbers of measured epochs.");
        Plus(_all, other.All);
        Plus(_measured, other.Measured);
        Plus(_completed, other.Completed);
        Whole.Add(other.Whole.Restore());
        for (var kind = 0; kind < Kinds; kind++)
        {
            Latency[kind].Add(other.Latency[kind].Restore());
            Service[kind].Add(other.Service[kind].Restore());
        }

        AddItem.Add(other.AddItem.Restore());
        Acknowledgement.Add(other.Acknowledgement.Restore());
        SendLag.Add(other.SendLag.Restore());
        Requests += other.Requests;
        AllRequests += other.AllRequests;
        Abandoned += other.Abandoned;
        AbandonedMeasured += other.AbandonedMeasured;
        PartialCheckouts += other.PartialCheckouts;
        Packages += other.Packages;
        EmptyDeliveries += other.EmptyDeliveries;

        static void Plus(long[] counts, long[] more)
        {
            foreach (var (cell, count) in more.Index())
                counts[cell] += count;
        }
    }

    private long Nanoseconds(long ticks) => (long)(ticks * nanosecondsPerTick);
}
