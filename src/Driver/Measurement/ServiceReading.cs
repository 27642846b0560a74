using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>What an instance of the record service has counted, as its `/metrics` show.</summary>
/// <param name="BusySeconds">Time for which connections were in use, of all of them together.</param>
/// <param name="Waits">Waits for a connection up to each length in seconds; the last one is infinite and has them all.</param>
/// <param name="ThreadsPeak">The most threads that it had.</param>
internal sealed record ServiceReading(double BusySeconds, ImmutableSortedDictionary<double, long> Waits, int ThreadsPeak)
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
        var waits = ImmutableSortedDictionary.CreateBuilder<double, long>();
        foreach (var line in metrics.Split('\n'))
        {
            if (line.StartsWith(Busy, StringComparison.Ordinal)) busy = MetricLine.Number(line);
            else if (line.StartsWith(Info, StringComparison.Ordinal)) database = line[Info.Length..line.LastIndexOf('"')];
            else if (line.StartsWith(Threads, StringComparison.Ordinal)) threads = (int)MetricLine.Number(line);
            else if (line.StartsWith(Bucket, StringComparison.Ordinal)) waits[MetricLine.Step(line)] = (long)MetricLine.Number(line);
        }

        return busy is null ? null : new ServiceReading(busy.Value, waits.ToImmutable(), threads) { Database = database };
    }

    /// <summary>A quantile of the waits of several instances between two readings of each, in ms; null without any.</summary>
    public static double? WaitMs(IEnumerable<(ServiceReading Before, ServiceReading After)> instances, double quantile)
    {
        var counts = new SortedDictionary<double, long>();
        foreach (var (before, after) in instances)
        {
            foreach (var (limit, count) in after.Waits)
                counts[limit] = counts.GetValueOrDefault(limit) + count - before.Waits.GetValueOrDefault(limit);
        }

        var all = counts.Count == 0 ? 0 : counts.Values.Max();
        if (all == 0) return null;

        // What is beyond the last finite limit is told as that.
        var limits = counts.Where(bucket => double.IsFinite(bucket.Key)).ToList();
        return 1e3 * limits.FirstOrDefault(bucket => bucket.Value >= quantile * all, limits[^1]).Key;
    }
}
