using System.Numerics;

namespace Marketplace.Audit.Replication;

/// <summary>How often each of many values was seen. A value from 256 on is kept to 0.4 %, so that memory does not grow with the run.</summary>
internal sealed class Distribution
{
    private const int Bits = 7;

    private readonly SortedDictionary<long, long> _counts = [];

    public long Count { get; private set; }

    /// <summary>The largest value, exactly.</summary>
    public long Max { get; private set; }

    /// <summary>Takes a value; a negative one counts as 0.</summary>
    public void Add(long value)
    {
        value = Math.Max(0, value);
        var shift = Math.Max(0, BitOperations.Log2((ulong)value) - Bits);
        var middle = (value >> shift << shift) + (1L << shift >> 1);
        _counts[middle] = _counts.GetValueOrDefault(middle) + 1;
        Count++;
        Max = Math.Max(Max, value);
    }

    /// <summary>The value that a share of all, 0–1, does not exceed; 0 if there are none.</summary>
    public long Quantile(double share)
    {
        var left = Math.Max(1, (long)Math.Ceiling(share * Count));
        foreach (var (value, count) in _counts)
        {
            left -= count;
            if (left <= 0)
                return Math.Min(value, Max);
        }

        return Max;
    }
}
