using Marketplace.Grains.Product;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>The log of the seller gives the places.</summary>
internal sealed class LoggedSellerOrder(IGrainFactory grains) : ISellerOrder
{
    private IUpdateLogGrain? _log;

    public ValueTask<long> Append(TransactionContext tx, ReplicaUpdate update) =>
        new((_log ??= grains.GetGrain<IUpdateLogGrain>(Keys.OfLog(update.SellerId))).Append(tx, update));
}
