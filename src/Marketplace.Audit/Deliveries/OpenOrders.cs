using Marketplace.Audit.Spilling;

namespace Marketplace.Audit.Deliveries;

/// <summary>
/// The sellers' open orders at a time that only moves on. It holds as much as the silo held: what is open. Each order enters and
/// leaves once, in O(log n).
/// </summary>
/// <param name="orders">All orders, by when they were opened.</param>
internal sealed class OpenOrders(PeekingReader<OpenOrderRow> orders)
{
    private static readonly Comparer<OpenOrderRow> ByAge = Comparer<OpenOrderRow>.Create(static (a, b) =>
        a.Age.CompareTo(b.Age) is not 0 and var age ? age : (a.CustomerId, a.OrderId).CompareTo((b.CustomerId, b.OrderId)));

    private readonly Dictionary<int, SortedSet<OpenOrderRow>> _ofSeller = [];
    private readonly SortedSet<(ShipmentAge Age, int SellerId)> _oldest = [];
    private readonly PriorityQueue<OpenOrderRow, long> _closing = new();

    /// <summary>Moves on: takes up what is open by then, and drops what was closed before.</summary>
    /// <param name="time">The time, never earlier than the last.</param>
    public void MoveTo(long time)
    {
        for (; orders.TryPeek(out var row) && row.Opened <= time; orders.Next())
        {
            // What never closes needs no place in the queue of what closes.
            if (row.Closed >= time)
                Add(row);
        }

        while (_closing.TryPeek(out var row, out var closed) && closed < time)
        {
            _closing.Dequeue();
            Remove(row);
        }
    }

    /// <summary>
    /// An order that an Update Delivery should have chosen: open from now on until it ended, and older than the limit, or, of a
    /// seller that it served, older than the order it chose.
    /// </summary>
    /// <param name="until">When the delivery ended.</param>
    /// <param name="limit">Only older ones count.</param>
    /// <returns>The first one found; null if there is none.</returns>
    public OpenOrderRow? FindSkipped(long until, Dictionary<int, ShipmentAge> chosen, ShipmentAge limit)
    {
        foreach (var (age, seller) in _oldest)
        {
            if (age.CompareTo(limit) >= 0)
                break;
            var limitOfSeller = chosen.GetValueOrDefault(seller, limit);
            foreach (var order in _ofSeller[seller])
            {
                if (order.Age.CompareTo(limitOfSeller) >= 0)
                    break;
                if (order.Closed >= until)
                    return order;
            }
        }

        return null;
    }

    private void Add(OpenOrderRow row)
    {
        if (!_ofSeller.TryGetValue(row.SellerId, out var orders))
            _ofSeller.Add(row.SellerId, orders = new SortedSet<OpenOrderRow>(ByAge));
        else if (orders.Contains(row))
            return; // A wrong system has it twice, which other checks tell.
        else
            _oldest.Remove((orders.Min.Age, row.SellerId));
        orders.Add(row);
        _oldest.Add((orders.Min.Age, row.SellerId));
        if (row.Closed != long.MaxValue)
            _closing.Enqueue(row, row.Closed);
    }

    private void Remove(OpenOrderRow row)
    {
        var orders = _ofSeller[row.SellerId];
        _oldest.Remove((orders.Min.Age, row.SellerId));
        orders.Remove(row);
        if (orders.Count == 0)
            _ofSeller.Remove(row.SellerId);
        else
            _oldest.Add((orders.Min.Age, row.SellerId));
    }
}
