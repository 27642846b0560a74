using Marketplace.Audit.Spilling;

namespace Marketplace.Audit.Replication;

/// <summary>The acknowledged updates of one product, by time.</summary>
internal sealed class Acknowledgements
{
    private readonly List<AcknowledgedRow> _rows = [];

    // The highest sequence of all that were acknowledged until then.
    private readonly List<long> _highest = [];
    private bool _isInOrder = true;

    private Acknowledgements()
    {
    }

    public static Acknowledgements Read(ProductKey product, PeekingReader<AcknowledgedRow> all)
    {
        var read = new Acknowledgements();
        for (; all.TryPeek(out var row) && row.Product.CompareTo(product) <= 0; all.Next())
        {
            if (row.Product != product)
                continue;
            var highest = read._highest.Count > 0 ? read._highest[^1] : 0;
            read._isInOrder &= row.Sequence > highest;
            read._rows.Add(row);
            read._highest.Add(Math.Max(highest, row.Sequence));
        }

        return read;
    }

    /// <summary>The last update that was acknowledged before a time.</summary>
    /// <returns>Its number among those of the product; 0 if there is none.</returns>
    public long LastBefore(long time) => CountBefore(time) is > 0 and var count ? _highest[count - 1] : 0;

    /// <summary>How many updates were acknowledged before a time that a replica does not know.</summary>
    /// <param name="sequence">The last update that it knows.</param>
    public long Missing(long sequence, long time)
    {
        var missing = 0L;
        var end = CountBefore(time);
        if (_isInOrder)
        {
            // One after the other, as a driver sends them: by halves.
            var (low, high) = (0, end);
            while (low < high)
            {
                var middle = (low + high) / 2;
                if (_highest[middle] <= sequence)
                    low = middle + 1;
                else
                    high = middle;
            }

            return end - low;
        }

        for (var i = end - 1; i >= 0 && _highest[i] > sequence; i--)
            missing += _rows[i].Sequence > sequence ? 1 : 0;
        return missing;
    }

    private int CountBefore(long time)
    {
        var (low, high) = (0, _rows.Count);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (_rows[middle].Completed < time)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }
}
