using Marketplace.Grains.Cart;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>The streams of updates, one a product.</summary>
internal interface IUpdateStreams
{
    /// <summary>Who passes updates on to the carts of this silo.</summary>
    string Relay { get; }

    /// <summary>Publishes an update on the stream of its product, behind those that were published before.</summary>
    /// <returns>When all carts that follow the product will hear of it.</returns>
    Task Publish(ReplicaUpdate update);

    /// <summary>Has a cart hear of the updates of a product (<see cref="ICartGrain.Hear"/>). Subscribing twice is subscribing once.</summary>
    /// <param name="product">A key made by <see cref="Keys.Pair"/>.</param>
    /// <returns>When the cart will hear of updates that are published from now on.</returns>
    Task<IUpdateSubscription> Subscribe(CartGrain cart, long product);
}

/// <summary>That a cart hears of the updates of a product.</summary>
internal interface IUpdateSubscription
{
    /// <summary>Ends it.</summary>
    /// <returns>When the cart may subscribe again.</returns>
    Task End();

    /// <summary>Waits for the updates that were published before.</summary>
    /// <param name="patience">How long.</param>
    /// <returns>Whether they have arrived.</returns>
    Task<bool> Settle(TimeSpan patience);
}

/// <summary>Streams of an engine that lose nothing of themselves, and whose subscriptions cost next to nothing: each cart has its own.</summary>
internal sealed class UpdateStreams(
    [FromKeyedServices(ReplicaStreams.Provider)] IStreamProvider streams, TimeProvider time) : IUpdateStreams
{
    public string Relay => "";

    public Task Publish(ReplicaUpdate update) => streams.StreamOf(Keys.Pair(update.SellerId, update.ProductId)).OnNextAsync(update);

    public async Task<IUpdateSubscription> Subscribe(CartGrain cart, long product)
    {
        var subscription = new CartSubscription(cart, streams.StreamOf(product), Relay, time);
        await subscription.Begin();
        return subscription;
    }
}
