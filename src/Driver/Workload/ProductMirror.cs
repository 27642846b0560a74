namespace Marketplace.Driver.Workload;

/// <summary>
/// What the driver knows of each product without asking: its current offer. Updates of one product are submitted one at
/// a time: who wins the product's flag by compare-and-swap may send one. Readers never wait for a request; they retry only for the
/// nanoseconds in which an offer is written (a sequence lock). The mirror moves only when an update succeeded.
/// </summary>
internal sealed class ProductMirror
{
    private readonly Entry[] _entries;

    /// <summary>Begins with the products as ingested.</summary>
    public ProductMirror(ReadOnlySpan<decimal> prices)
    {
        _entries = new Entry[prices.Length];
        for (var i = 0; i < prices.Length; i++)
            _entries[i].Current = new Offer(0, prices[i]);
    }

    /// <summary>
    /// The current offer of a product. Never blocks. By the time the target sees it, it may be the one before the current.
    /// </summary>
    public Offer Current(int product)
    {
        ref var entry = ref _entries[product];
        while (true)
        {
            var before = Volatile.Read(ref entry.Sequence);
            var offer = entry.Current;
            Interlocked.MemoryBarrier();
            if ((before & 1) == 0 && before == Volatile.Read(ref entry.Sequence)) return offer;
        }
    }

    /// <summary>Asks for the right to update a product.</summary>
    /// <returns>False if an update of it is in flight.</returns>
    public bool TryBeginUpdate(int product) => Interlocked.CompareExchange(ref _entries[product].Updating, 1, 0) == 0;

    /// <summary>The update succeeded: this is the current offer now, and what was in doubt before is settled.</summary>
    public void Succeeded(int product, Offer offer)
    {
        ref var entry = ref _entries[product];
        entry.InDoubt = null;
        Write(ref entry, offer);
        Volatile.Write(ref entry.Updating, 0);
    }

    /// <summary>The update had no effect.</summary>
    public void Failed(int product) => Volatile.Write(ref _entries[product].Updating, 0);

    /// <summary>Nobody knows whether the update had an effect: the mirror stays, and remembers what the product may have become.</summary>
    /// <param name="offer">What the update would have made current.</param>
    public void Unknown(int product, Offer offer)
    {
        ref var entry = ref _entries[product];
        entry.InDoubt = offer;
        Volatile.Write(ref entry.Updating, 0);
    }

    /// <summary>
    /// The target says that the version sent is no longer current. If an earlier update was in doubt, it must have taken effect; its offer
    /// becomes current. Without one the mirror stays: the next replacement of the product, which names no old version, settles it.
    /// </summary>
    public void Stale(int product)
    {
        ref var entry = ref _entries[product];
        if (entry.InDoubt is { } offer) Write(ref entry, offer);
        entry.InDoubt = null;
        Volatile.Write(ref entry.Updating, 0);
    }

    private static void Write(ref Entry entry, Offer offer)
    {
        Interlocked.Increment(ref entry.Sequence);
        entry.Current = offer;
        Interlocked.Increment(ref entry.Sequence);
    }

    private struct Entry
    {
        public Offer Current;
        public Offer? InDoubt;
        public int Sequence;
        public int Updating;
    }
}

/// <summary>What a product is offered at.</summary>
/// <param name="Version">Number of the version: 0 as ingested, else that of the delete's transaction.</param>
internal readonly record struct Offer(long Version, decimal Price);

/// <summary>Turns the index of a product into its key.</summary>
internal readonly record struct ProductKeys(int ProductsPerSeller)
{
    /// <param name="product">Index, from 0, counted through seller by seller.</param>
    public (int SellerId, int ProductId) Of(int product) => (1 + product / ProductsPerSeller, 1 + product % ProductsPerSeller);
}
