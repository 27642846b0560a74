using System.Numerics;

namespace Marketplace.Audit;

/// <summary>
/// A log-linear histogram of times or counts: 128 buckets an octave, so a value is known to 0.4 % (half of 1/128), and one below 256
/// exactly. A sample costs no allocation once its octave was seen. One thread writes; another may read a recent state. Mergeable.
/// </summary>
public sealed class Histogram
{
    private const int SubBits = 7;
    private const int SubBuckets = 1 << SubBits;

    /// <summary>Rows: 0 holds the values below 256 exactly, row r those from 2^(r+7) on.</summary>
    private const int RowCount = 64 - SubBits - 1;

    private readonly long[]?[] _rows = new long[]?[RowCount];

    /// <summary>Samples.</summary>
    public long Count { get; private set; }

    /// <summary>Largest sample, exactly.</summary>
    public long Max { get; private set; }

    /// <summary>Sum of the samples.</summary>
    public double Sum { get; private set; }

    /// <summary>Mean of the samples; 0 without any.</summary>
    public double Mean => Count == 0 ? 0 : Sum / Count;

    /// <summary>Takes a sample.</summary>
    /// <param name="value">A negative one counts as 0.</param>
    public void Record(long value)
    {
        if (value < 0) value = 0;
        Bucket(value)++;
        Count++;
        Sum += value;
        if (value > Max) Max = value;
    }

    /// <summary>Makes a histogram of the buckets of another one, which then is equal to it.</summary>
    /// <param name="buckets">A value of each bucket, and its count.</param>
    public static Histogram Of(double sum, long max, IEnumerable<(long Value, long Count)> buckets)
    {
        var histogram = new Histogram { Sum = sum, Max = max };
        foreach (var (value, count) in buckets)
        {
            histogram.Bucket(value) += count;
            histogram.Count += count;
        }

        return histogram;
    }

    /// <summary>Adds the samples of another histogram.</summary>
    public void Add(Histogram other)
    {
        for (var row = 0; row < RowCount; row++)
        {
            if (other._rows[row] is not { } source) continue;
            var target = _rows[row] ??= new long[source.Length];
            for (var column = 0; column < source.Length; column++)
                target[column] += source[column];
        }

        Count += other.Count;
        Sum += other.Sum;
        Max = Math.Max(Max, other.Max);
    }

    /// <summary>The samples that an earlier state of this histogram does not have. Their maximum is known to a bucket only.</summary>
    public Histogram Since(Histogram earlier)
    {
        var difference = new Histogram { Sum = Sum - earlier.Sum };
        for (var row = 0; row < RowCount; row++)
        {
            if (_rows[row] is not { } now) continue;
            var target = difference._rows[row] = new long[now.Length];
            for (var column = 0; column < now.Length; column++)
            {
                var count = now[column] - (earlier._rows[row]?[column] ?? 0);
                if (count <= 0) continue;
                target[column] = count;
                difference.Count += count;
                difference.Max = Middle(row, column);
            }
        }

        return difference;
    }

    /// <summary>The value that a share of the samples does not exceed; 0 without samples.</summary>
    /// <param name="quantile">The share, 0–1.</param>
    public long Quantile(double quantile)
    {
        var rank = Math.Max(1, (long)Math.Ceiling(quantile * Count));
        var seen = 0L;
        foreach (var (value, count) in Buckets())
        {
            seen += count;
            if (seen >= rank) return Math.Min(value, Max);
        }

        return Max;
    }

    /// <summary>The buckets that hold samples, in order: middle value, and count.</summary>
    public IEnumerable<(long Value, long Count)> Buckets()
    {
        for (var row = 0; row < RowCount; row++)
        {
            if (_rows[row] is not { } counts) continue;
            for (var column = 0; column < counts.Length; column++)
            {
                if (counts[column] > 0) yield return (Middle(row, column), counts[column]);
            }
        }
    }

    private ref long Bucket(long value)
    {
        var (row, column) = Locate(value);
        return ref (_rows[row] ??= new long[row == 0 ? 2 * SubBuckets : SubBuckets])[column];
    }

    private static (int Row, int Column) Locate(long value)
    {
        if (value < 2 * SubBuckets) return (0, (int)value);
        var row = BitOperations.Log2((ulong)value) - SubBits;
        return (row, (int)(value >> row) - SubBuckets);
    }

    private static long Middle(int row, int column) =>
        row == 0 ? column : ((long)(column + SubBuckets) << row) + (1L << row >> 1);
}
