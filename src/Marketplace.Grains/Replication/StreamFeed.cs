using Marketplace.Grains.Cart;
using Marketplace.Protocols;
using Orleans;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>Replication `eventual`, Cart side: a subscription for each product in the cart.</summary>
internal sealed class StreamFeed(ITransactionProtocol protocol) : IReplicaFeed
{
    private readonly SortedDictionary<long, StreamSubscriptionHandle<ReplicaUpdate>> _subscriptions = [];

    /// <inheritdoc/>
    public async Task Follow(CartGrain cart, int sellerId, int productId)
    {
        var key = Keys.Pair(sellerId, productId);
        if (!_subscriptions.ContainsKey(key))
        {
            var stream = cart.GetStreamProvider(ReplicaStreams.Provider).GetStream<ReplicaUpdate>(ReplicaStreams.Of(sellerId, productId));
            _subscriptions[key] = await stream.SubscribeAsync((update, _) => Pass(cart, update));
        }
    }

    /// <inheritdoc/>
    public async Task LeaveAll(CartGrain cart)
    {
        // Taken out before the first await, so that an add meanwhile subscribes anew.
        var left = _subscriptions.Values.ToList();
        _subscriptions.Clear();
        foreach (var subscription in left)
        {
            await subscription.UnsubscribeAsync();
        }
    }

    private Task<bool> Pass(CartGrain cart, ReplicaUpdate update) => protocol.Run(
        new TransactionDeclaration(update.Updated?.Tid ?? update.Deleted!.Tid, TransactionKind.Cart),
        (cart, update),
        static async (tx, a) =>
        {
            await (a.update.Updated is { } updated
                ? a.cart.OnPriceUpdated(tx, updated)
                : a.cart.OnProductDeleted(tx, a.update.Deleted!));
            return true;
        });
}
