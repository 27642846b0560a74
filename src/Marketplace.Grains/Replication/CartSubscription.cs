using Marketplace.Grains.Cart;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>The subscription of a cart itself to the stream of a product.</summary>
internal sealed class CartSubscription(CartGrain cart, IAsyncStream<ReplicaUpdate> stream, string relay, TimeProvider time) : IUpdateSubscription
{
    private readonly StreamProbes _probes = new(stream, $"cart {cart.CustomerId}", time);
    private StreamSubscriptionHandle<ReplicaUpdate>? _handle;

    /// <summary>Subscribes, or goes on with the subscription of an activation before.</summary>
    public async Task Begin() => _handle = await stream.SubscribeOnce(Take);

    public Task End()
    {
        _probes.End();
        return _handle!.UnsubscribeAsync();
    }

    public Task<bool> Settle(TimeSpan patience) => _probes.Return(patience);

    private Task Take(ReplicaUpdate update, StreamSequenceToken? token) => _probes.Take(update) ? Task.CompletedTask : cart.Hear(update, relay);
}
