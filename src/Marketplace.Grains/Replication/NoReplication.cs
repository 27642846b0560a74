using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Cart;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Replication `none`: carts know of a product what was shown to the customer.</summary>
internal sealed class NoReplication : IReplicaPublisher, IReplicaFeed
{
    /// <inheritdoc/>
    public Emission? Replicate(PriceUpdated updated) => null;

    /// <inheritdoc/>
    public Emission? Replicate(ProductDeleted deleted) => null;

    /// <inheritdoc/>
    public Task Follow(CartGrain cart, int sellerId, int productId) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task Resume(CartGrain cart, ImmutableArray<CartItem> items) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task LeaveAll(CartGrain cart) => Task.CompletedTask;
}
