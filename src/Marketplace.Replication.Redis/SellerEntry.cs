using Marketplace.Grains.Replication;

namespace Marketplace.Replication.Redis;

/// <summary>
/// What this silo knows of a seller's updates, and how much of it is in Redis. What waits is what the last update of each product left,
/// so it never grows beyond the products of the seller, and updates are never written in another order.
/// </summary>
internal sealed class SellerEntry(int sellerId)
{
    private readonly Lock _lock = new();
    private readonly SortedSet<int> _changed = [];
    private long _confirmed;

    /// <summary>Seller.</summary>
    public int SellerId => sellerId;

    /// <summary>How far both servers have come.</summary>
    public Watermark Watermark { get; } = new();

    /// <summary>What is known.</summary>
    public UpdatePrefix Prefix { get; private set; } = UpdatePrefix.Empty;

    /// <summary>A prefix of the seller's updates is committed.</summary>
    /// <returns>Whether it is longer than what was known.</returns>
    public bool Offer(UpdatePrefix prefix)
    {
        lock (_lock)
        {
            var isLonger = prefix.Sequence > Prefix.Sequence;
            Prefix = isLonger ? prefix : Prefix;
            return isLonger;
        }
    }

    /// <summary>An update of a product is committed, where updates of a seller have no order.</summary>
    /// <returns>Whether it is newer than what was known.</returns>
    public bool Offer(int productId, ProductReplica replica)
    {
        lock (_lock)
        {
            if (Prefix.Products.TryGetValue(productId, out var known) && known.Sequence >= replica.Sequence)
                return false;

            Prefix = Prefix with { Products = Prefix.Products.SetItem(productId, replica) };
            _changed.Add(productId);
            return true;
        }
    }

    /// <summary>What is not known to be in Redis, in order.</summary>
    public SellerWrite NextOrdered()
    {
        lock (_lock)
        {
            return new SellerWrite(
                this, true, _confirmed, Prefix.Sequence, [.. Prefix.Products.Where(product => product.Value.SellerSequence > _confirmed)]);
        }
    }

    /// <summary>What is not known to be in Redis, product by product.</summary>
    public SellerWrite NextUnordered()
    {
        lock (_lock)
        {
            return new SellerWrite(this, false, 0, 0, [.. Prefix.Products.Where(product => _changed.Contains(product.Key))]);
        }
    }

    /// <summary>Something was written, as far as it has to be.</summary>
    public void Written(SellerWrite write)
    {
        lock (_lock)
        {
            _confirmed = Math.Max(_confirmed, write.Sequence);
            foreach (var (product, replica) in write.Products)
            {
                if (Prefix.Products[product].Sequence == replica.Sequence)
                    _changed.Remove(product);
            }
        }

        Watermark.Reach(write.Sequence);
    }

    /// <summary>Redis may have lost everything: all of it is to be written again.</summary>
    public bool Restart()
    {
        lock (_lock)
        {
            _confirmed = 0;
            _changed.UnionWith(Prefix.Products.Keys);
            return !Prefix.Products.IsEmpty;
        }
    }
}

/// <summary>What is to be written of a seller.</summary>
/// <param name="IsOrdered">Whether the seller's updates have an order.</param>
/// <param name="Base">The place that the products build on: what was changed by earlier updates only is not among them.</param>
internal sealed record SellerWrite(
    SellerEntry Entry, bool IsOrdered, long Base, long Sequence, IReadOnlyList<KeyValuePair<int, ProductReplica>> Products)
{
    /// <summary>What is answered to a write if the hash is older than what its products build on.</summary>
    public const long IsBehind = -1;
}
