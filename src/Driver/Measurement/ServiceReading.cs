using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Driver.Measurement;

/// <summary>What an instance of the record service has counted, as its `/metrics` show.</summary>
/// <param name="BusySeconds">Time for which connections were in use, of all of them together.</param>
/// <param name="Waits">Waits for a connection up to each length in seconds; the last one is infinite and has them all.</param>
/// <param name="ThreadsPeak">The most threads that it had.</param>
internal sealed record ServiceReading(double BusySeconds, ImmutableSortedDictionary<double, long> Waits, int ThreadsPeak)
{
    private const string Bucket = "records_pool_wait_seconds_bucket{le=\"";

    /// <summary>Reads them.</summary>
    /// <returns>Null if there are none: another target.</returns>
    public static ServiceReading? Parse(string metrics)
    {
        double? busy = null;
        var threads = 0;
        var waits = ImmutableSortedDictionary.CreateBuilder<double, long>();
        foreach (var line in metrics.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var value = line[(line.LastIndexOf(' ') + 1)..];
            if (line.StartsWith("records_connections_busy_seconds_total ", StringComparison.Ordinal))
                busy = double.Parse(value, CultureInfo.InvariantCulture);
            else if (line.StartsWith("records_threads_peak ", StringComparison.Ordinal))
                threads = int.Parse(value, CultureInfo.InvariantCulture);
            else if (line.StartsWith(Bucket, StringComparison.Ordinal))
                waits[Limit(line[Bucket.Length..line.IndexOf('"', Bucket.Length)])] = long.Parse(value, CultureInfo.InvariantCulture);
        }

        return busy is null ? null : new ServiceReading(busy.Value, waits.ToImmutable(), threads);
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

    private static double Limit(string text) => text == "+Inf" ? double.PositiveInfinity : double.Parse(text, CultureInfo.InvariantCulture);
}
