namespace Marketplace.Grains.Cart;

/// <summary>
/// The carts of this silo that have to be looked at, by when: one entry a cart with something pending, so at most as many as customers.
/// A cart enters it once, with its first operation, and not with each.
/// </summary>
internal sealed class CartWatch
{
    private readonly Lock _lock = new();
    private readonly PriorityQueue<int, DateTime> _queue = new();
    private readonly HashSet<int> _customers = [];

    public int Count
    {
        get
        {
            lock (_lock)
            {
                return _queue.Count;
            }
        }
    }

    /// <summary>Watches a cart, if it is not watched already.</summary>
    /// <param name="due">When to look at it, UTC.</param>
    public void Add(int customerId, DateTime due)
    {
        lock (_lock)
        {
            if (_customers.Add(customerId))
                _queue.Enqueue(customerId, due);
        }
    }

    /// <summary>Takes out the carts that have to be looked at.</summary>
    /// <param name="now">The time, UTC.</param>
    /// <param name="max">How many at most.</param>
    public List<int> DequeueDue(DateTime now, int max)
    {
        var taken = new List<int>();
        lock (_lock)
        {
            while (taken.Count < max && _queue.TryPeek(out var customer, out var due) && due < now)
            {
                _queue.Dequeue();
                _customers.Remove(customer);
                taken.Add(customer);
            }
        }

        return taken;
    }
}
