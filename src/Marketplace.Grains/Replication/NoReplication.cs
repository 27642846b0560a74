using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;

namespace Marketplace.Grains.Replication;

/// <summary>Replication `none`: carts know of a product what was shown to the customer.</summary>
internal sealed class NoReplication : IReplicaPublisher
{
    public CommitAction? Replicate(ReplicaUpdate update) => null;
}

/// <summary>Nothing reaches a cart by itself: it reads what it needs when it is checked out.</summary>
internal sealed class NoFeed : IReplicaFeed
{
    public long Follows => 0;

    public ValueTask<ProductReplica?> Follow(CartGrain cart, int sellerId, int productId, bool isKnown) => default;

    public Task Resume(CartGrain cart, ImmutableArray<CartItem> items) => Task.CompletedTask;

    public void TakeUp(IReplicaFeed before)
    {
    }

    public Task Leave(long follows) => Task.CompletedTask;

    public Task<bool> Hear(CartGrain cart, ReplicaUpdate update, string relay) => Task.FromResult(false);

    public Task<FollowedProducts> Settle(CartGrain cart, TimeSpan patience) => Task.FromResult(default(FollowedProducts));
}

/// <summary>The updates of a seller have no order.</summary>
internal sealed class NoSellerOrder : ISellerOrder
{
    public ValueTask<long> Append(TransactionContext tx, ReplicaUpdate update) => default;
}
