using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>What was read for a checkout of the products in its cart, before it runs.</summary>
/// <param name="Rule">What the cart makes of it.</param>
/// <param name="Sellers">Each seller of the cart once.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaView(ViewRule Rule, ImmutableArray<SellerView> Sellers)
{
    /// <summary>What was read of a seller.</summary>
    /// <param name="sellerId">The seller.</param>
    /// <returns>Null if nothing was.</returns>
    public SellerView? Of(int sellerId)
    {
        foreach (var seller in Sellers)
        {
            if (seller.SellerId == sellerId)
            {
                return seller;
            }
        }

        return null;
    }
}
