using Marketplace.Contracts.Events;

namespace Marketplace.Grains.Replication;

/// <summary>A product of a seller, with what is known of it.</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Replica">What is known.</param>
[GenerateSerializer, Immutable]
internal readonly record struct KnownProduct(int ProductId, ProductReplica Replica);

/// <summary>What is known of a product outside its own service (replica_products): what its last update left.</summary>
/// <param name="Version">Current version; null once the product is gone.</param>
/// <param name="Price">Price of one piece of that version.</param>
/// <param name="Sequence">Place of the update among those of the product, from 1; 0 for the product as ingested.</param>
/// <param name="SellerSequence">Its place among all updates of the seller, from 1; 0 where they have no order.</param>
[GenerateSerializer, Immutable]
internal sealed record ProductReplica(string? Version, decimal Price, int Sequence = 0, long SellerSequence = 0);

/// <summary>Some products of a seller.</summary>
/// <param name="ProductIds">Products of that seller, in ascending order.</param>
[GenerateSerializer, Immutable]
internal sealed record ProductsOfSeller(int SellerId, ImmutableArray<int> ProductIds);

/// <summary>An update of a product on its way to the carts: both kinds of event on one stream, so that their order is kept.</summary>
/// <param name="Updated">E0, or null.</param>
/// <param name="Deleted">E1, or null.</param>
/// <param name="Probe">Neither event, but the question whether what was published before has arrived.</param>
[GenerateSerializer, Immutable]
internal sealed record ReplicaUpdate(PriceUpdated? Updated, ProductDeleted? Deleted, ReplicaProbe? Probe = null)
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
    public ReplicaUpdate At(long place) => Updated is { } updated
        ? new ReplicaUpdate(updated with { SellerSequence = place }, null)
        : new ReplicaUpdate(null, Deleted! with { SellerSequence = place });
}

/// <summary>
/// What is published on the stream of a product by who follows it, to see when it comes back: then all before it has come, too.
/// </summary>
/// <param name="Asker">Who asks; it is of no interest to others.</param>
/// <param name="Number">Number of the question among those of the one who asks.</param>
[GenerateSerializer, Immutable]
internal sealed record ReplicaProbe(string Asker, long Number);

/// <summary>Products that a cart follows, or several carts.</summary>
/// <param name="Followed">How many.</param>
/// <param name="Late">Of how many updates may still be on their way.</param>
[GenerateSerializer, Immutable]
internal readonly record struct FollowedProducts(int Followed, int Late);

/// <summary>What was read for a checkout of the products in its cart, before it runs.</summary>
/// <param name="Rule">What the cart makes of it.</param>
/// <param name="Sellers">Each seller of the cart once.</param>
[GenerateSerializer, Immutable]
internal sealed record ReplicaView(ViewRule Rule, ImmutableArray<SellerView> Sellers)
{
    /// <summary>What was read of a seller.</summary>
    /// <returns>Null if nothing was.</returns>
    public SellerView? Of(int sellerId)
    {
        foreach (var seller in Sellers)
        {
            if (seller.SellerId == sellerId)
                return seller;
        }

        return null;
    }
}

/// <summary>What was read at one moment of some products of a seller.</summary>
/// <param name="Sequence">The seller's updates up to this place are in it, and no later ones; 0 where they have no order.</param>
/// <param name="Products">The products asked for that have had an update.</param>
[GenerateSerializer, Immutable]
internal sealed record SellerView(int SellerId, long Sequence, ImmutableArray<KnownProduct> Products)
{
    /// <summary>Looks a product up.</summary>
    /// <param name="productId">Product of that seller.</param>
    /// <returns>Null if it has had no update.</returns>
    public ProductReplica? Find(int productId)
    {
        foreach (var product in Products)
        {
            if (product.ProductId == productId)
                return product.Replica;
        }

        return null;
    }
}

/// <summary>The first updates of a seller, as what the last one of them left of each product: as many records as the seller has products.</summary>
/// <param name="Sequence">How many updates.</param>
/// <param name="Products">The products that they changed, by id.</param>
[GenerateSerializer, Immutable]
internal sealed record UpdatePrefix(long Sequence, ImmutableDictionary<int, ProductReplica> Products)
{
    /// <summary>None.</summary>
    public static UpdatePrefix Empty { get; } = new(0, ImmutableDictionary<int, ProductReplica>.Empty);

    /// <summary>Whether a product has had a later update.</summary>
    public bool IsAfter(int productId, ProductReplica replica) =>
        Products.TryGetValue(productId, out var last) && last.Sequence > replica.Sequence;
}
