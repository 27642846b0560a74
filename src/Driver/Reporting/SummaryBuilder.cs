using System.Collections.Immutable;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Load.Targets;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Reporting;

/// <summary>Puts the measurements of a load into the words of summary.json.</summary>
internal sealed class SummaryBuilder
{
    private const double NanosecondsPerMs = 1e6;
    private const double MicrosecondsPerSecond = 1e6;
    private const long NanosecondsPerSecond = 1_000_000_000;
    private const double MillisecondsPerSecond = 1e3;

    private readonly Scenario _scenario;
    private readonly LoadResult _load;
    private readonly double _seconds;
    private readonly Histogram[] _latencies;

    /// <summary>Prepares the summary of a load.</summary>
    public SummaryBuilder(Scenario scenario, LoadResult load)
    {
        _scenario = scenario;
        _load = load;
        _seconds = Math.Max(0, load.Clock.Between(load.MeasureStart, load.MeasureEnd).TotalSeconds);
        _latencies = [.. Enumerable.Range(0, load.Operations.Length).Select(kind => Merge(recorder => recorder.Latency[kind]))];
    }

    /// <param name="audit">What the audit found; null if it was not run.</param>
    public RunSummary Build(AuditResult? audit)
    {
        var epochs = Epochs();
        var requests = Sum(recorder => recorder.Requests);
        var resources = Resources(requests);
        var transactions = Enumerable.Range(0, _load.Operations.Length).ToDictionary(kind => _load.Operations[kind].Name, Transaction);
        return new RunSummary
        {
            Name = _scenario.Name,
            WarmUp = _load.WarmUp,
            MeasuredSeconds = _seconds,
            Throughput = Rate(Completed(null, IsCommitted)),
            ThroughputInterval = Estimate.Of([.. epochs.Select(epoch => epoch.Throughput)])?.Interval ?? 0,
            CompletedThroughput = Rate(Completed(null, IsComplete)),
            RequestThroughput = Rate(requests),
            Targets = _load.Targets.IsEmpty ? null : [.. _load.Targets.Select(Target)],
            Protocol = _load.Protocol is { } protocol ? Protocol(protocol) : null,
            Receipts = _load.Receipts is { } collected ? Collected(collected) : null,
            Epochs = epochs,
            Transactions = transactions,
            Groups = Groups(),
            Service = _load.Service,
            LittleRatio = LittleRatio(),
            AddItemMs = Latency(Merge(recorder => recorder.AddItem)),
            AbandonedSessions = Sum(recorder => recorder.AbandonedMeasured),
            PartialCheckouts = Sum(recorder => recorder.PartialCheckouts),
            PackagesDelivered = Sum(recorder => recorder.Packages),
            EmptyDeliveries = Sum(recorder => recorder.EmptyDeliveries),
            Audit = audit,
            Resources = resources,
            Driver = Driver(resources, transactions),
        };
    }

    /// <summary>What the driver knows about itself, over the whole run.</summary>
    public DriverFacts Facts() => new(
        OfHistory.ToImmutableDictionary(kind => kind, kind => OutcomeClasses.All.Sum(outcome => All(kind, outcome))),
        OfHistory.ToImmutableDictionary(
            kind => kind,
            kind => OutcomeClasses.All.ToImmutableDictionary(outcome => outcome, outcome => All(kind, outcome))),
        Sum(recorder => recorder.Abandoned),
        DataSetShape.Of(_scenario.Data).Customers,
        _load.Customers.Idle,
        _load.Unsent,
        Merge(recorder => recorder.SendLag).Quantile(0.99) / NanosecondsPerMs,
        _load.Customers.Witnesses)
    {
        SentLate = Merge(recorder => recorder.SendLag).Buckets().Where(lag => lag.Value > NanosecondsPerSecond).Sum(lag => lag.Count),
        Receipts = _load.Receipts,
    };

    /// <summary>Latencies of an operation.</summary>
    /// <param name="kind">Its place among the operations.</param>
    public Histogram LatencyOf(int kind) => _latencies[kind];

    public Histogram AddItems() => Merge(recorder => recorder.AddItem);

    private static bool IsCommitted(OutcomeClass outcome) => outcome == OutcomeClass.Committed;

    private static bool IsComplete(OutcomeClass outcome) =>
        outcome is OutcomeClass.Committed or OutcomeClass.Rejected or OutcomeClass.PaymentFailed;

    private static LatencySummary Latency(Histogram times) => new(
        times.Mean / NanosecondsPerMs,
        times.Quantile(0.5) / NanosecondsPerMs,
        times.Quantile(0.9) / NanosecondsPerMs,
        times.Quantile(0.95) / NanosecondsPerMs,
        times.Quantile(0.99) / NanosecondsPerMs,
        times.Quantile(0.999) / NanosecondsPerMs,
        times.Max / NanosecondsPerMs);

    private IEnumerable<OperationKind> OfHistory => _load.Operations.Select(operation => operation.Kind).OfType<OperationKind>();

    private Dictionary<string, LatencySummary> Groups()
    {
        var groups = new Dictionary<string, LatencySummary> { ["all"] = Latency(OfGroup(_ => true)) };
        foreach (var kind in _load.Operations.GroupBy(operation => operation.IsRead).OrderByDescending(kind => kind.Key))
            groups[kind.Key ? "reads" : "writes"] = Latency(OfGroup(kind.Contains));
        return groups;
    }

    private Histogram OfGroup(Func<WorkloadOperation, bool> isIn)
    {
        var merged = new Histogram();
        for (var kind = 0; kind < _load.Operations.Length; kind++)
            if (isIn(_load.Operations[kind])) merged.Add(LatencyOf(kind));
        return merged;
    }

    // A session of the marketplace goes on before its checkout begins: its latencies do not add up to what was in flight.
    private double? LittleRatio() => _scenario.Load.Rate is not null || _seconds <= 0 || _scenario.Workload.Kind == WorkloadSettings.Marketplace
        ? null
        : Rate(Completed(null, _ => true)) * OfGroup(_ => true).Mean / (NanosecondsPerMs * MillisecondsPerSecond) / _scenario.Load.Concurrency;

    private double Rate(long count) => _seconds > 0 ? count / _seconds : 0;

    private long Sum(Func<WorkerRecorder, long> part) => _load.Recorders.Sum(part);

    private long All(OperationKind kind, OutcomeClass outcome) => Sum(recorder => recorder.All((int)kind, outcome));

    private Histogram Merge(Func<WorkerRecorder, Histogram> part)
    {
        var merged = new Histogram();
        foreach (var recorder in _load.Recorders)
            merged.Add(part(recorder));
        return merged;
    }

    private long Completed(int? kind, Func<OutcomeClass, bool> counts) =>
        Enumerable.Range(0, _load.Window.Measured).Sum(epoch => Completed(epoch, kind, counts));

    private long Completed(int epoch, int? kind, Func<OutcomeClass, bool> counts) =>
        (from each in kind is { } one ? [one] : Enumerable.Range(0, _load.Operations.Length)
         from outcome in OutcomeClasses.All
         where counts(outcome)
         select Sum(recorder => recorder.Completed(epoch, each, outcome))).Sum();

    private ImmutableArray<EpochSummary> Epochs()
    {
        var epochs = ImmutableArray.CreateBuilder<EpochSummary>();
        for (var epoch = 0; epoch < _load.Window.Measured; epoch++)
        {
            var start = _load.MeasureStart + epoch * _load.Window.EpochTicks;
            var end = Math.Min(start + _load.Window.EpochTicks, _load.MeasureEnd);
            if (end <= start) break;
            var seconds = _load.Clock.Between(start, end).TotalSeconds;
            epochs.Add(new EpochSummary(
                _load.Window.WarmUp + epoch + 1,
                seconds,
                Completed(epoch, null, IsCommitted) / seconds,
                Completed(epoch, null, IsComplete) / seconds));
        }

        return epochs.ToImmutable();
    }

    private TransactionSummary Transaction(int kind)
    {
        long Count(OutcomeClass outcome) => Sum(recorder => recorder.Measured(kind, outcome));
        return new TransactionSummary
        {
            Submitted = OutcomeClasses.All.Sum(Count),
            Committed = Count(OutcomeClass.Committed),
            Rejected = Count(OutcomeClass.Rejected),
            PaymentFailed = Count(OutcomeClass.PaymentFailed),
            Aborted = Count(OutcomeClass.Aborted),
            TimedOut = Count(OutcomeClass.TimedOut),
            TransportError = Count(OutcomeClass.TransportError),
            DriverFault = Count(OutcomeClass.DriverFault),
            Throughput = Rate(Completed(kind, IsCommitted)),
            LatencyMs = Latency(LatencyOf(kind)),
            ServiceMs = Latency(Merge(recorder => recorder.Service[kind])),
        };
    }

    private ReceiptSummary Collected(ReceiptFigures figures) => new(
        figures.Collected,
        figures.Missing,
        figures.Late,
        figures.Duplicates,
        figures.Unknown,
        Latency(Merge(recorder => recorder.Acknowledgement)));

    private TargetSummary Target(TargetFigures target) => new(
        target.Url,
        target.Count.Requests,
        Rate(target.Count.Requests),
        target.Count.Errors,
        target.Count.Refused,
        target.Changes);

    private static ProtocolSummary Protocol(ProtocolFigures figures)
    {
        var (commits, aborts, waits, recoveries) = figures.Counters;
        var aborted = aborts.Values.Sum();
        var rate = aborted > 0 ? (double)aborted / (commits + aborted) : 0;
        var sizes = figures.Counters.Batches;
        var batches = sizes.Count > 0 ? new BatchSummary(sizes.Count, Math.Round(sizes.Mean, 2), sizes.AtMost) : null;
        var recovery = recoveries > 0 ? Math.Round(figures.Counters.RecoverySeconds / recoveries * MillisecondsPerSecond, 1) : (double?)null;
        return new ProtocolSummary(
            commits, aborted, aborts, rate, waits, recoveries, figures.Counters.Compensations, figures.Targets, recovery, batches);
    }

    private ResourcesSummary Resources(long requests)
    {
        var rows = _load.Series.Where(row => row.Phase == "measure").ToList();
        var driver = Process(rows, row => row.DriverCores, row => row.DriverMiB, row => row.DriverGcPauseMs, requests);
        var silo = Process(
            rows,
            row => row.OfSilos(silo => silo.Cores),
            row => row.OfSilos(silo => silo.MiB),
            row => row.OfSilos(silo => silo.GcPauseMs),
            requests);
        return new ResourcesSummary(
            silo,
            driver ?? new ProcessSummary(0, 0, 0, 0, null),
            Servers(rows, requests),
            _scenario.Target.Urls is null ? Environment.ProcessorCount : null,
            Instances(rows, requests));
    }

    private List<ProcessSummary?>? Instances(List<SeriesRow> rows, long requests) => rows is not [{ Silos.Length: > 1 and var count }, ..]
        ? null
        : [.. Enumerable.Range(0, count).Select(i => Process(
            rows,
            row => row.Silos.ElementAtOrDefault(i)?.Cores,
            row => row.Silos.ElementAtOrDefault(i)?.MiB,
            row => row.Silos.ElementAtOrDefault(i)?.GcPauseMs,
            requests))];

    private ImmutableSortedDictionary<string, ProcessSummary>? Servers(List<SeriesRow> rows, long requests)
    {
        if (rows is not [{ Servers: { IsEmpty: false } servers }, ..]) return null;
        return servers.Select((server, i) => (
                server.Name, Used: Process(rows, row => row.Servers[i].Cores, row => row.Servers[i].MiB, _ => null, requests)))
            .Where(server => server.Used is not null)
            .ToImmutableSortedDictionary(server => server.Name, server => server.Used!);
    }

    /// <summary>Sums up the time in which the figures of a process are known; what is known of less than half of it is not.</summary>
    private ProcessSummary? Process(
        List<SeriesRow> rows,
        Func<SeriesRow, double?> cores,
        Func<SeriesRow, double?> memory,
        Func<SeriesRow, double?> pauses,
        long requests)
    {
        var isKnown = rows.Count > 0 && rows.Count(row => cores(row) is not null && memory(row) is not null) * 2 >= rows.Count;
        if (!isKnown) return null;
        var cpu = SeriesRow.MeanOf(rows, cores)!.Value * _seconds;
        return new ProcessSummary(
            cpu,
            requests == 0 ? 0 : cpu * MicrosecondsPerSecond / requests,
            rows.Max(memory)!.Value,
            SeriesRow.MeanOf(rows, memory)!.Value,
            SeriesRow.MeanOf(rows, pauses) * _seconds);
    }

    private DriverSummary Driver(ResourcesSummary resources, Dictionary<string, TransactionSummary> transactions)
    {
        var lag = Latency(Merge(recorder => recorder.SendLag));

        // Silos that run elsewhere take no core of this machine.
        var here = _scenario.Target.Launch is null && _scenario.Target.Records is null ? resources with { Silo = null } : resources;
        var utilisation = _seconds > 0 ? resources.Driver.CpuSeconds / (_seconds * Environment.ProcessorCount) : 0;
        return new DriverSummary(
            lag,
            utilisation,
            _load.Unsent,
            _load.Customers.Retired,
            Bottleneck.Find(_scenario, here, lag, _load.Unsent, _seconds))
        {
            LagWarning = _scenario.Load.Rate is null ? null : DriverSummary.Doubt(lag, transactions),
        };
    }
}
