using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>What was read at one moment of some products of a seller.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="Sequence">The seller's updates up to this place are in it, and no later ones; 0 where they have no order.</param>
/// <param name="Products">The products asked for that have had an update.</param>
[GenerateSerializer, Immutable]
public sealed record SellerView(int SellerId, long Sequence, ImmutableArray<KnownProduct> Products)
{
    /// <summary>Looks a product up.</summary>
    /// <param name="productId">Product of that seller.</param>
    /// <returns>Null if it has had no update.</returns>
    public ProductReplica? Find(int productId)
    {
        foreach (var product in Products)
        {
            if (product.ProductId == productId)
            {
                return product.Replica;
            }
        }

        return null;
    }
}
