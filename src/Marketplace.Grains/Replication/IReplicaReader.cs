namespace Marketplace.Grains.Replication;

/// <summary>Reads replicas for a checkout before it runs. It is there where carts can't rely on what has reached them.</summary>
internal interface IReplicaReader
{
    /// <summary>Reads, in no transaction: while it waits nothing is held that others need.</summary>
    /// <param name="products">The products in the cart, by <see cref="Keys.Pair"/>, in ascending order.</param>
    /// <returns>What is known of them.</returns>
    /// <exception cref="ReplicationUnavailableException">They can't be read now; nothing was done.</exception>
    Task<ReplicaView> Read(ImmutableArray<long> products);

    /// <summary>An update was acknowledged: from now on reads here contain it.</summary>
    /// <param name="sequence">Place of the update among those of the seller.</param>
    void Acknowledged(int sellerId, long sequence);
}

/// <summary>What a cart makes of what was read for its checkout.</summary>
internal enum ViewRule
{
    /// <summary>It counts, whatever the cart knew before (`eventual`).</summary>
    Latest = 0,

    /// <summary>Product by product the newer counts: this, or what the cart knew before (`causal-per-object`).</summary>
    Newest = 1,

    /// <summary>It counts alone: with what the cart knows besides it would be no prefix of the seller's updates (`causal-across-objects`).</summary>
    Prefix = 2,
}
