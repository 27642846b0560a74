namespace Marketplace.Driver.Measurement;

/// <summary>What an instance of the record service has counted, as its `/metrics` show.</summary>
/// <param name="BusySeconds">Time for which connections were in use, of all of them together.</param>
/// <param name="Waits">Waits for a connection, by their length in seconds.</param>
/// <param name="ThreadsPeak">The most threads that it had.</param>
internal sealed record ServiceReading(double BusySeconds, MetricBuckets Waits, int ThreadsPeak)
{
    private const string Info = "records_database_info{name=\"";
    private const string Busy = "records_connections_busy_seconds_total ";
    private const string Threads = "records_threads_peak ";
    private const string Bucket = "records_pool_wait_seconds_bucket{";

    /// <summary>Its database; null if it does not say.</summary>
    public string? Database { get; init; }

    /// <summary>Reads them.</summary>
    /// <returns>Null if there are none: another target.</returns>
    public static ServiceReading? Parse(string metrics)
    {
        double? busy = null;
        var threads = 0;
        string? database = null;
        var waits = MetricBuckets.None;
        foreach (var line in metrics.Split('\n'))
        {
            if (line.StartsWith(Busy, StringComparison.Ordinal)) busy = MetricLine.Number(line);
            else if (line.StartsWith(Info, StringComparison.Ordinal)) database = line[Info.Length..line.LastIndexOf('"')];
            else if (line.StartsWith(Threads, StringComparison.Ordinal)) threads = (int)MetricLine.Number(line);
            else if (line.StartsWith(Bucket, StringComparison.Ordinal)) waits = waits.UpTo(line);
        }

        return busy is null ? null : new ServiceReading(busy.Value, waits, threads) { Database = database };
    }

    /// <summary>A quantile of the waits of several instances between two readings of each, in ms; null without any.</summary>
    public static double? WaitMs(IEnumerable<(ServiceReading Before, ServiceReading After)> instances, double quantile)
    {
        var waits = instances.Aggregate(
            MetricBuckets.None, static (all, instance) => all.Plus(instance.After.Waits.Since(instance.Before.Waits)));

        // What is beyond the last finite limit is told as that.
        return waits.Bound(quantile) is { } seconds ? 1e3 * Math.Min(seconds, waits.LastStep) : null;
    }
}
