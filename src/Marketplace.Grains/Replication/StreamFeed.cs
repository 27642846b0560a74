using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Product;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>Streams, Cart side: a subscription for each product in the cart.</summary>
internal sealed class StreamFeed(
    ITransactionProtocol protocol, Declarations declarations, IGrainFactory grains, StreamFeedOptions options, TimeProvider time) : IReplicaFeed
{
    private readonly SortedDictionary<long, Subscribed> _subscriptions = [];
    private readonly Dictionary<long, (long Product, TaskCompletionSource Answer)> _probes = [];
    private Task _leaving = Task.CompletedTask;
    private long _lastProbe;

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
        foreach (var probe in _probes.Values)
        {
            // Nothing comes for it any more.
            if (!_subscriptions.ContainsKey(probe.Product))
                probe.Answer.TrySetResult();
        }

        return left.Count == 0 ? Task.CompletedTask : _leaving = Unsubscribe(_leaving, left.ConvertAll(static left => left.Value.Handle));
    }

    public async Task<FollowedProducts> Settle(CartGrain cart, TimeSpan patience)
    {
        var answers = await Task.WhenAll(_subscriptions.Where(static subscription => !subscription.Value.IsOfBefore).ToList()
            .Select(subscription => Probe(cart, subscription.Key, subscription.Value.Handle, patience)));
        return new FollowedProducts(answers.Length, answers.Count(static hasArrived => !hasArrived));
    }

    // A stream delivers to one cart in the order in which it was published.
    private async Task<bool> Probe(CartGrain cart, long product, Task subscription, TimeSpan patience)
    {
        var number = ++_lastProbe;
        var answer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _probes.Add(number, (product, answer));
        try
        {
            await subscription;
            await StreamOf(cart, product)
                .OnNextAsync(new ReplicaUpdate(null, null, new ReplicaProbe(cart.CustomerId, number)));
            await answer.Task.WaitAsync(patience, time);
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
        finally
        {
            _probes.Remove(number);
        }
    }

    private static IAsyncStream<ReplicaUpdate> StreamOf(CartGrain cart, long product) =>
        cart.GetStreamProvider(ReplicaStreams.Provider).StreamOf(product);

    private static async Task Unsubscribe(Task before, List<Task<StreamSubscriptionHandle<ReplicaUpdate>>> left)
    {
        await before.Ended();
        foreach (var subscription in left)
            await (await subscription).UnsubscribeAsync();
    }

    private async Task Follow(CartGrain cart, int sellerId, int productId, long? number = null)
    {
        var key = Keys.Pair(sellerId, productId);
        var subscription = _subscriptions.TryGetValue(key, out var known) && !known.IsOfBefore ? known.Handle : Subscribe(cart, key);
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

    // A subscription outlives the activation that made it: it is resumed, not made twice.
    private async Task<StreamSubscriptionHandle<ReplicaUpdate>> Subscribe(CartGrain cart, long product)
    {
        // Else it might resume what is about to end.
        await _leaving.Ended();
        var stream = StreamOf(cart, product);
        var known = await stream.GetAllSubscriptionHandles();
        return known.Count > 0
            ? await known[0].ResumeAsync((update, _) => Pass(cart, update))
            : await stream.SubscribeAsync((update, _) => Pass(cart, update));
    }

    private Task Pass(CartGrain cart, ReplicaUpdate update)
    {
        if (update.Probe is not { } probe)
            return Learn(cart, update);

        if (probe.CustomerId == cart.CustomerId && _probes.TryGetValue(probe.Number, out var asked))
            asked.Answer.TrySetResult();

        return Task.CompletedTask;
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
    private readonly record struct Subscribed(Task<StreamSubscriptionHandle<ReplicaUpdate>> Handle, long Follow, bool IsOfBefore = false);
}

/// <summary>What a cart makes of the streams of its products.</summary>
/// <param name="InOrder">Whether an update that is older than what the cart knows of the product is left out.</param>
/// <param name="BeginsWithCurrent">Whether a cart that begins to follow a product begins with what the product is then.</param>
/// <param name="IsForShow">
/// Whether checkouts read for themselves: then what arrives while one is under way is left out, as it may be later than what that one has read.
/// </param>
internal sealed record StreamFeedOptions(bool InOrder, bool BeginsWithCurrent, bool IsForShow);
