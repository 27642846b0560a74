using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Cart;

/// <content>What is read for a checkout, and what is told of it.</content>
internal sealed partial class CartState
{
    /// <summary>How many reads and applies of replicas were told to the audit.</summary>
    [Id(9), JsonInclude]
    public int Observations { get; internal set; }

    /// <summary>Whether something was replicated of a product in the cart.</summary>
    public bool Knows(int sellerId, int productId) => Replicas.ContainsKey(Keys.Pair(sellerId, productId));

    /// <summary>What has happened since a checkout was opened.</summary>
    /// <param name="session">The session when it was.</param>
    /// <param name="isAlone">Whether others have been kept out since.</param>
    /// <param name="view">What was read for it, if only that counts.</param>
    /// <returns>Why it can't go on; null if it can.</returns>
    public Refusal? ObstacleTo(int session, bool isAlone, ReplicaView? view)
    {
        if (!isAlone && session != Session)
            return CartRefusals.Over;

        if (view is not { Rule: ViewRule.Prefix })
            return null;

        foreach (var line in Items)
        {
            if (Replicas.TryGetValue(Keys.Pair(line.SellerId, line.ProductId), out var known) && known.Sequence > (Known(line, view)?.Sequence ?? 0))
                return CartRefusals.Outread;
        }

        return null;
    }

    /// <summary>What a checkout that begins now reads.</summary>
    /// <param name="view">What was read for it; null if the cart relies on what has reached it.</param>
    public ReplicaReadExport Observe(string tid, int customerId, ReplicaView? view)
    {
        var sellers = ImmutableArray.CreateBuilder<ReplicaReadSeller>();
        var products = ImmutableArray.CreateBuilder<ReplicaReadProduct>();
        foreach (var line in Items)
        {
            if (sellers.Count == 0 || sellers[^1].Seller != line.SellerId)
                sellers.Add(new ReplicaReadSeller(line.SellerId, view?.Of(line.SellerId)?.Sequence ?? 0));

            if (Known(line, view) is { } known)
            {
                products.Add(new ReplicaReadProduct(
                    line.SellerId, line.ProductId, known.Version, known.Price, known.Sequence, known.SellerSequence));
            }
        }

        return new ReplicaReadExport(tid, customerId, ++Observations, sellers.DrainToImmutable(), products.DrainToImmutable());
    }

    private void Learn(ReplicaView? view)
    {
        foreach (var seller in view?.Sellers ?? [])
        {
            foreach (var product in seller.Products)
                Learn(seller.SellerId, product.ProductId, product.Replica, inOrder: view!.Rule != ViewRule.Latest);
        }
    }

    private ProductReplica? Known(CartItem line, ReplicaView? view) => view is { Rule: ViewRule.Prefix }
        ? view.Of(line.SellerId)?.Find(line.ProductId)
        : Replicas.GetValueOrDefault(Keys.Pair(line.SellerId, line.ProductId));
}
