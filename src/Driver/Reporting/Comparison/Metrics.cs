using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>The figures that `compare` and `sweep` tell; docs/experiments.md explains them.</summary>
internal static class Metrics
{
    private const double MicrosecondsPerSecond = 1e6;

    /// <summary>Committed transactions and successful queries a second.</summary>
    public static Metric Throughput { get; } = new("throughput", "tx/s", run => run.Throughput)
    {
        IntervalOf = run => run.ThroughputInterval > 0 ? run.ThroughputInterval : null,
    };

    /// <summary>Median latency of checkouts.</summary>
    public static Metric CheckoutP50 { get; } = Latency("checkout", "P50", times => times.P50);

    /// <summary>99th percentile of the latency of checkouts.</summary>
    public static Metric CheckoutP99 { get; } = Latency("checkout", "P99", times => times.P99);

    /// <summary>Transactions that were given up, of all submitted.</summary>
    public static Metric Aborted { get; } = Share("abortedShare", "aborted", kind => kind.Aborted);

    /// <summary>Aborted attempts of all attempts, as the silo counts them.</summary>
    public static Metric AbortRate { get; } =
        new("protocolAbortRate", "attempts aborted", run => run.Protocol?.AbortRate) { IsShare = true };

    /// <summary>Processor time of the silo for a transaction.</summary>
    public static Metric SiloCpu { get; } =
        new("siloCpuMicrosPerTransaction", "silo CPU, µs/tx", run => PerTransaction(run, run.Resources.Silo?.CpuSeconds));

    /// <summary>Processor time of the servers that the driver has started (PostgreSQL, Redis) for a transaction.</summary>
    public static Metric ServersCpu { get; } = new(
        "serversCpuMicrosPerTransaction",
        "servers' CPU, µs/tx",
        run => PerTransaction(run, run.Resources.Servers?.Values.Sum(server => server.CpuSeconds)));

    /// <summary>All of them, in the order of the tables.</summary>
    public static ImmutableArray<Metric> All { get; } =
    [
        Throughput,
        new("completedThroughput", "completed tx/s", run => run.CompletedThroughput),
        new("requestThroughput", "requests/s", run => run.RequestThroughput),
        CheckoutP50,
        CheckoutP99,
        .. TransactionNames.Kinds.Select(TransactionNames.Of).Where(kind => kind != "checkout")
            .SelectMany(kind => (Metric[])[Latency(kind, "P50", times => times.P50), Latency(kind, "P99", times => times.P99)]),
        Aborted,
        Share("rejectedShare", "rejected", kind => kind.Rejected),
        Share("paymentFailedShare", "payment failed", kind => kind.PaymentFailed),
        Share("unknownShare", "unknown outcome", kind => kind.TimedOut + kind.TransportError),
        new("protocolCommits", "protocol commits", run => run.Protocol?.Commits),
        AbortRate,
        Aborts("conflict"),
        Aborts("timeout"),
        Aborts("participant-lost"),
        Aborts("failure"),
        new("protocolWaits", "waits", run => run.Protocol?.Waits),
        new("protocolRecoveries", "recoveries", run => run.Protocol?.Recoveries),
        new("protocolCompensations", "compensations", run => run.Protocol?.Compensations),
        SiloCpu,
        ServersCpu,
        new("driverCpuMicrosPerTransaction", "driver CPU, µs/tx", run => PerTransaction(run, run.Resources.Driver.CpuSeconds)),
        new("siloPeakMiB", "silo peak MiB", run => run.Resources.Silo?.PeakMiB),
        new("driverUtilisation", "driver utilisation", run => run.Driver.Utilisation) { IsShare = true },
        new("auditExamined", "checks examined", run => run.Audit?.Verdict.Examined),
        new("auditViolations", "audit violations", run => run.Audit?.Checks.Sum(check => check.Violations)),
    ];

    /// <summary>Those that a narrow table has room for.</summary>
    public static ImmutableArray<Metric> Main { get; } = [Throughput, CheckoutP50, CheckoutP99, Aborted, AbortRate, SiloCpu, ServersCpu];

    private static Metric Latency(string kind, string quantile, Func<LatencySummary, double> of) =>
        new($"{kind}{quantile}Ms", $"{kind} {quantile.ToLowerInvariant()}, ms", run =>
            run.Transactions.TryGetValue(kind, out var found) && found.Submitted > 0 ? of(found.LatencyMs) : null);

    private static Metric Share(string name, string title, Func<TransactionSummary, long> count) => new(name, title, run =>
    {
        var submitted = run.Transactions.Values.Sum(kind => kind.Submitted);
        return submitted > 0 ? (double)run.Transactions.Values.Sum(count) / submitted : null;
    })
    {
        IsShare = true,
    };

    private static Metric Aborts(string cause)
    {
        var words = cause.Split('-');
        var name = string.Concat(words.Select(word => char.ToUpperInvariant(word[0]) + word[1..]));
        return new($"protocolAborts{name}", $"aborts: {cause}", run => run.Protocol?.AbortsByCause.GetValueOrDefault(cause));
    }

    private static double? PerTransaction(RunSummary run, double? cpuSeconds) =>
        run.Throughput * run.MeasuredSeconds > 0 ? cpuSeconds * MicrosecondsPerSecond / (run.Throughput * run.MeasuredSeconds) : null;
}

/// <summary>One figure of a run that can be compared with that of another.</summary>
/// <param name="Name">Its name in JSON and CSV, unit last where it has one.</param>
/// <param name="Of">Reads it; null where the run has none.</param>
internal sealed record Metric(string Name, string Title, Func<RunSummary, double?> Of)
{
    /// <summary>What one run knows of its spread: half of a 95 % confidence interval; null if it knows nothing.</summary>
    public Func<RunSummary, double?> IntervalOf { get; init; } = static _ => null;

    /// <summary>True for a share of 1, which tables show in percent.</summary>
    public bool IsShare { get; init; }
}
