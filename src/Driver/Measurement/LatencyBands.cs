using System.Collections.Immutable;
using System.Numerics;
using Marketplace.Audit;

namespace Marketplace.Driver.Measurement;

/// <summary>
/// How many transactions took how long within one interval of a run: eight bands an octave, and of those only the ones that are not empty.
/// A run keeps one for each interval, so it is small; what it says of a percentile is true to 6 %.
/// </summary>
/// <param name="Counts">Bands that are not empty, ascending.</param>
internal sealed record LatencyBands(ImmutableArray<(int Band, long Count)> Counts)
{
    private const int SubBits = 3;
    private const double NanosecondsPerMs = 1e6;

    /// <summary>No transaction.</summary>
    public static LatencyBands None { get; } = new([]);

    /// <summary>How many transactions.</summary>
    public long Total => Counts.Sum(band => band.Count);

    /// <summary>Takes them from a histogram, whose buckets each lie within one band.</summary>
    public static LatencyBands Of(Histogram times)
    {
        var counts = ImmutableArray.CreateBuilder<(int Band, long Count)>();
        foreach (var (value, count) in times.Buckets())
        {
            var band = At(value);
            if (counts.Count > 0 && counts[^1].Band == band) counts[^1] = (band, counts[^1].Count + count);
            else counts.Add((band, count));
        }

        return new LatencyBands(counts.ToImmutable());
    }

    /// <summary>The band of a time.</summary>
    /// <param name="nanoseconds">The time; below 8 ns all are one band.</param>
    public static int At(long nanoseconds)
    {
        var value = Math.Max(1L << SubBits, nanoseconds);
        var octave = BitOperations.Log2((ulong)value);
        return (octave << SubBits) | ((int)(value >> (octave - SubBits)) & ((1 << SubBits) - 1));
    }

    /// <summary>Where a band begins, in milliseconds; the one before it ends there.</summary>
    public static double FromMs(int band) =>
        ((1L << SubBits) + (band & ((1 << SubBits) - 1))) * Math.Pow(2, (band >> SubBits) - SubBits) / NanosecondsPerMs;

    /// <summary>The transactions of several intervals.</summary>
    public static LatencyBands Merge(IEnumerable<LatencyBands> intervals) => new(
    [
        .. intervals.SelectMany(interval => interval.Counts).GroupBy(band => band.Band, band => band.Count)
            .OrderBy(band => band.Key).Select(band => (band.Key, band.Sum())),
    ]);

    /// <summary>The time that a share of the transactions does not exceed, in milliseconds: the middle of its band; 0 without any.</summary>
    public double QuantileMs(double quantile)
    {
        var rank = Math.Max(1, (long)Math.Ceiling(quantile * Total));
        foreach (var (band, count) in Counts)
        {
            rank -= count;
            if (rank <= 0) return (FromMs(band) + FromMs(band + 1)) / 2;
        }

        return 0;
    }
}
