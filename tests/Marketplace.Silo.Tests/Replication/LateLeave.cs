using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>A cart that learns late that its session is over: when the next one has its first item.</summary>
internal sealed class LateLeave : IReplicaFeed
{
    private readonly IReplicaFeed _inner;
    private readonly Queue<long> _late = [];

    private LateLeave(IReplicaFeed inner) => _inner = inner;

    public long Follows => _inner.Follows;

    /// <summary>Puts itself between carts and streams.</summary>
    public static void Put(IServiceCollection services) => services.Decorate<IReplicaFeed>(static feed => new LateLeave(feed));

    public async ValueTask<ProductReplica?> Follow(CartGrain cart, int sellerId, int productId, bool isKnown)
    {
        var current = await _inner.Follow(cart, sellerId, productId, isKnown);
        while (_late.TryDequeue(out var follows))
            await _inner.Leave(follows);

        return current;
    }

    public Task Resume(CartGrain cart, ImmutableArray<CartItem> items) => _inner.Resume(cart, items);

    public void TakeUp(IReplicaFeed before) => _inner.TakeUp(((LateLeave)before)._inner);

    public Task<bool> Hear(CartGrain cart, ReplicaUpdate update, string relay) => _inner.Hear(cart, update, relay);

    public Task<FollowedProducts> Settle(CartGrain cart, TimeSpan patience) => _inner.Settle(cart, patience);

    public Task Leave(long follows)
    {
        _late.Enqueue(follows);
        return Task.CompletedTask;
    }
}
