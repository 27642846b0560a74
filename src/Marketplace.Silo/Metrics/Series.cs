namespace Marketplace.Silo.Metrics;

/// <summary>The values of one series: a sum or last value, and for a histogram its buckets.</summary>
/// <param name="bounds">Upper bounds of the buckets; empty for anything but a histogram.</param>
internal sealed class Series(double[] bounds)
{
    private readonly Lock _lock = new();
    private readonly long[] _buckets = new long[bounds.Length + 1];
    private double _value;

    public void Add(double value)
    {
        lock (_lock)
        {
            _value += value;
        }
    }

    /// <summary>Sets a gauge, or a counter that is observed.</summary>
    public void Set(double value)
    {
        lock (_lock)
        {
            _value = value;
        }
    }

    public void Observe(double value)
    {
        var bucket = Array.BinarySearch(bounds, value);
        lock (_lock)
        {
            _value += value;
            _buckets[bucket < 0 ? ~bucket : bucket]++;
        }
    }

    /// <summary>The sum or last value, and the number of values in each bucket.</summary>
    public (double Value, long[] Buckets) Read()
    {
        lock (_lock)
        {
            return (_value, [.. _buckets]);
        }
    }
}
