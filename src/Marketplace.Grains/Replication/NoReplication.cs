using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Replication `none`: carts know of a product what was shown to the customer.</summary>
internal sealed class NoReplication : IReplicaPublisher
{
    /// <inheritdoc/>
    public CommitAction? Replicate(ReplicaUpdate update) => null;
}

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

/// <summary>The updates of a seller have no order.</summary>
internal sealed class NoSellerOrder : ISellerOrder
{
    /// <inheritdoc/>
    public ValueTask<long> Append(TransactionContext tx, ReplicaUpdate update) => default;
}

/// <summary>Keeps nothing.</summary>
internal sealed class NoReplicaJournal : IReplicaJournal
{
    /// <inheritdoc/>
    public bool KeepsUpdates => false;

    /// <inheritdoc/>
    public bool KeepsReplicas => false;

    /// <inheritdoc/>
    public DateTime Now => default;

    /// <inheritdoc/>
    public CommitAction Of(ProductUpdateExport update) => throw new InvalidOperationException("Updates are not kept.");

    /// <inheritdoc/>
    public CommitAction Of(ReplicaReadExport read) => throw new InvalidOperationException("Reads are not kept.");

    /// <inheritdoc/>
    public CommitAction Of(ReplicaApplyExport apply) => throw new InvalidOperationException("Applies are not kept.");
}
