using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;

namespace Marketplace.Grains.Replication;

/// <summary>Nothing reaches a cart by itself: it reads what it needs when it is checked out.</summary>
internal sealed class NoFeed : IReplicaFeed
{
    /// <inheritdoc/>
    public long Follows => 0;

    /// <inheritdoc/>
    public ValueTask<ProductReplica?> Follow(CartGrain cart, int sellerId, int productId, bool isKnown) => default;

    /// <inheritdoc/>
    public Task Resume(CartGrain cart, ImmutableArray<CartItem> items) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task Leave(long follows) => Task.CompletedTask;
}
