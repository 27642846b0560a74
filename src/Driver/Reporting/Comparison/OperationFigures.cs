namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>
/// The figures of a run besides those of <see cref="Metrics"/>: of each operation of its workload and of the groups reads, writes and all,
/// and of service and database. Their names depend on the workload.
/// </summary>
internal static class OperationFigures
{
    private static readonly (string Name, Func<LatencySummary, double> Of)[] Times =
    [
        ("MeanMs", times => times.Mean), ("P50Ms", times => times.P50), ("P95Ms", times => times.P95), ("P99Ms", times => times.P99),
        ("MaxMs", times => times.Max),
    ];

    /// <summary>Name and value of each figure that the run has.</summary>
    public static IEnumerable<(string Name, double Value)> Of(RunSummary run)
    {
        var operations = run.Transactions.Where(kind => kind.Value.Submitted > 0).Select(kind => (kind.Key, kind.Value.LatencyMs));

        // A group without a transaction took no time.
        var groups = run.Groups?.Where(group => group.Value.Max > 0).Select(group => (group.Key, group.Value)) ?? [];
        foreach (var (name, latency) in operations.Concat(groups))
        {
            foreach (var time in Times)
                yield return (name + time.Name, time.Of(latency));
        }

        yield return ("measuredSeconds", run.MeasuredSeconds);
        if (ErrorsShare(run) is { } errors) yield return ("errorsShare", errors);
        if (run.LittleRatio is { } little) yield return ("littleRatio", little);
        if (run.Service is { } service)
        {
            if (service.PoolWaitP50Ms is { } median) yield return ("poolWaitP50Ms", median);
            if (service.PoolWaitP99Ms is { } wait) yield return ("poolWaitP99Ms", wait);
            yield return ("connectionsBusyMean", service.ConnectionsBusyMean);
            if (service.ThreadsPeak > 0) yield return ("threadsPeak", service.ThreadsPeak);
        }

        if (run.DatabaseDiskMiB is { } disk) yield return ("databaseDiskMiB", disk);
        foreach (var figure in Process("service", run.Resources.Silo, run))
            yield return figure;
        foreach (var figure in Process("database", Database(run), run))
            yield return figure;
    }

    private static ProcessSummary? Database(RunSummary run) =>
        run.Resources.Servers?.GetValueOrDefault("postgresql") ?? run.Resources.Servers?.GetValueOrDefault("mongodb");

    private static double? ErrorsShare(RunSummary run)
    {
        var submitted = run.Transactions.Values.Sum(kind => kind.Submitted);
        return submitted == 0 ? null : 1 - (double)run.Transactions.Values.Sum(kind => kind.Committed) / submitted;
    }

    private static IEnumerable<(string Name, double Value)> Process(string name, ProcessSummary? process, RunSummary run)
    {
        if (process is null || run.MeasuredSeconds <= 0) yield break;
        if (run.Resources.Cores is { } cores) yield return (name + "CpuPercent", 100 * process.CpuSeconds / (run.MeasuredSeconds * cores));
        yield return (name + "MeanMiB", process.MeanMiB);
        yield return (name + "PeakMiB", process.PeakMiB);
    }
}
