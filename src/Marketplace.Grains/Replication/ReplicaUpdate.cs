using Marketplace.Contracts.Events;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>An update of a product on its way to the carts: both kinds of event on one stream, so that their order is kept.</summary>
/// <param name="Updated">E0, or null.</param>
/// <param name="Deleted">E1, or null.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaUpdate(PriceUpdated? Updated, ProductDeleted? Deleted)
{
    /// <summary>Transaction that produced the event.</summary>
    public string Tid => Updated?.Tid ?? Deleted!.Tid;

    /// <summary>Seller.</summary>
    public int SellerId => Updated?.SellerId ?? Deleted!.SellerId;

    /// <summary>Product of that seller.</summary>
    public int ProductId => Updated?.ProductId ?? Deleted!.ProductId;

    /// <summary>What the update leaves of the product.</summary>
    public ProductReplica Replica => Updated is { } updated
        ? new ProductReplica(updated.Version, updated.Price, updated.Sequence, updated.SellerSequence)
        : new ProductReplica(Deleted!.NewVersion, Deleted.Price, Deleted.Sequence, Deleted.SellerSequence);

    /// <summary>The same update with its place among all updates of the seller.</summary>
    /// <param name="place">The place, from 1.</param>
    /// <returns>The update.</returns>
    public ReplicaUpdate At(long place) => Updated is { } updated
        ? new ReplicaUpdate(updated with { SellerSequence = place }, null)
        : new ReplicaUpdate(null, Deleted! with { SellerSequence = place });
}
