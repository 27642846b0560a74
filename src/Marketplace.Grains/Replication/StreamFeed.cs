using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Product;

namespace Marketplace.Grains.Replication;

/// <summary>Streams, Cart side: a subscription for each product in the cart.</summary>
internal sealed class StreamFeed(
    ITransactionProtocol protocol, Declarations declarations, IGrainFactory grains, IUpdateStreams streams, StreamFeedOptions options) : IReplicaFeed
{
    private readonly SortedDictionary<long, Subscribed> _subscriptions = [];
    private Task _leaving = Task.CompletedTask;

    public long Follows { get; private set; }

    public async ValueTask<ProductReplica?> Follow(CartGrain cart, int sellerId, int productId, bool isKnown)
    {
        await Follow(cart, sellerId, productId);
        if (isKnown || !options.BeginsWithCurrent)
            return null;

        // After the subscription, so that no update falls between the two.
        return await grains.GetGrain<IProductGrain>(Keys.Pair(sellerId, productId)).Replica();
    }

    public async Task Resume(CartGrain cart, ImmutableArray<CartItem> items)
    {
        foreach (var item in items)
        {
            // What ends a session that has been left behind ends what was followed before it ended, whatever activation that was.
            var before = _subscriptions.TryGetValue(Keys.Pair(item.SellerId, item.ProductId), out var known) ? known.Follow : (long?)null;
            await Follow(cart, item.SellerId, item.ProductId, before);
        }
    }

    public void TakeUp(IReplicaFeed before)
    {
        var feed = (StreamFeed)before;
        foreach (var (product, subscription) in feed._subscriptions)
            _subscriptions[product] = subscription with { IsOfBefore = true };

        feed._subscriptions.Clear();
        (Follows, _leaving) = (Math.Max(Follows, feed.Follows), feed._leaving);
    }

    public Task Leave(long follows)
    {
        // Taken out before the first await, so that an add meanwhile subscribes anew.
        var left = _subscriptions.Where(subscription => subscription.Value.Follow <= follows).ToList();
        left.ForEach(subscription => _subscriptions.Remove(subscription.Key));
        return left.Count == 0 ? Task.CompletedTask : _leaving = End(_leaving, left.ConvertAll(static left => left.Value.Subscription));
    }

    public async Task<bool> Hear(CartGrain cart, ReplicaUpdate update, string relay)
    {
        if (relay != streams.Relay || !_subscriptions.ContainsKey(Keys.Pair(update.SellerId, update.ProductId)))
            return false;

        await Learn(cart, update);
        return true;
    }

    public async Task<FollowedProducts> Settle(CartGrain cart, TimeSpan patience)
    {
        var answers = await Task.WhenAll(_subscriptions.Values.Where(static followed => !followed.IsOfBefore).ToList()
            .Select(async followed => await (await followed.Subscription).Settle(patience)));
        return new FollowedProducts(answers.Length, answers.Count(static hasArrived => !hasArrived));
    }

    private static async Task End(Task before, List<Task<IUpdateSubscription>> left)
    {
        await before.Ended();
        foreach (var subscription in left)
            await (await subscription).End();
    }

    private async Task Follow(CartGrain cart, int sellerId, int productId, long? number = null)
    {
        var key = Keys.Pair(sellerId, productId);
        var subscription = _subscriptions.TryGetValue(key, out var known) && !known.IsOfBefore ? known.Subscription : Subscribe(cart, key);
        _subscriptions[key] = new Subscribed(subscription, number ?? ++Follows);
        try
        {
            await subscription;
        }
        catch
        {
            _subscriptions.Remove(key);
            throw;
        }
    }

    private async Task<IUpdateSubscription> Subscribe(CartGrain cart, long product)
    {
        // Else it might go on with what is about to end.
        await _leaving.Ended();
        return await streams.Subscribe(cart, product);
    }

    private Task<bool> Learn(CartGrain cart, ReplicaUpdate update) => protocol.Run(
        declarations.One(update.Tid, TransactionKind.Cart, cart.AsReference<ICartGrain>()),
        (cart, update, options),
        static async (tx, a) =>
        {
            await a.cart.Learn(tx, a.update, a.options);
            return true;
        });

    // A task, so that of two adds of one product that interleave only the first subscribes; with the number of the last add, and whether it tells
    // an activation that is gone.
    private readonly record struct Subscribed(Task<IUpdateSubscription> Subscription, long Follow, bool IsOfBefore = false);
}

/// <summary>What a cart makes of the streams of its products.</summary>
/// <param name="InOrder">Whether an update that is older than what the cart knows of the product is left out.</param>
/// <param name="BeginsWithCurrent">Whether a cart that begins to follow a product begins with what the product is then.</param>
/// <param name="IsForShow">
/// Whether checkouts read for themselves: then what arrives while one is under way is left out, as it may be later than what that one has read.
/// </param>
internal sealed record StreamFeedOptions(bool InOrder, bool BeginsWithCurrent, bool IsForShow);
