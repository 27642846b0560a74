using Marketplace.Grains.Product;

namespace Marketplace.Grains.Replication;

/// <summary>Gives each update of a product its place among all updates of the seller; one a product.</summary>
internal interface ISellerOrder
{
    /// <summary>Gives an update its place, within its transaction, and sends it on from there.</summary>
    /// <returns>The place, from 1; 0 where updates have no order: then the product sends it.</returns>
    ValueTask<long> Append(TransactionContext tx, ReplicaUpdate update);
}

/// <summary>Whether the updates of a seller have an order among each other (`causal-across-objects`).</summary>
/// <param name="IsKept">If so, each update of a product touches the seller's log too.</param>
internal sealed record SellerOrdering(bool IsKept);

/// <summary>The log of the seller gives the places.</summary>
internal sealed class LoggedSellerOrder(IGrainFactory grains) : ISellerOrder
{
    private IUpdateLogGrain? _log;

    public ValueTask<long> Append(TransactionContext tx, ReplicaUpdate update) =>
        new((_log ??= grains.GetGrain<IUpdateLogGrain>(Keys.OfLog(update.SellerId))).Append(tx, update));
}
