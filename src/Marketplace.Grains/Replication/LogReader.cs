using Marketplace.Grains.Product;

namespace Marketplace.Grains.Replication;

/// <summary>Reads from the sellers' logs, from all at once: one call a seller.</summary>
internal sealed class LogReader(IGrainFactory grains) : IReplicaReader
{
    public async Task<ReplicaView> Read(ImmutableArray<long> products)
    {
        var reads = SellersOf.Products(products)
            .ConvertAll(seller => grains.GetGrain<IUpdateLogGrain>(Keys.OfLog(seller.SellerId)).Read(seller));
        return new ReplicaView(ViewRule.Prefix, [.. await Task.WhenAll(reads)]);
    }

    public void Acknowledged(int sellerId, long sequence)
    {
        // A log knows what it has acknowledged.
    }
}

/// <summary>No update is sent by itself: what is committed of a seller's log is.</summary>
internal sealed class LogPublisher : IReplicaPublisher
{
    public CommitAction? Replicate(ReplicaUpdate update) => null;
}
