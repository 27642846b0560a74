using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Product;
using Orleans.Streams;

namespace Marketplace.Grains.Replication;

/// <summary>Streams, Cart side: a subscription for each product in the cart.</summary>
internal sealed class StreamFeed(
    ITransactionProtocol protocol, Declarations declarations, IGrainFactory grains, StreamFeedOptions options) : IReplicaFeed
{
    // Tasks, so that of two adds of one product that interleave only the first subscribes; with the number of the last add.
    private readonly SortedDictionary<long, (Task<StreamSubscriptionHandle<ReplicaUpdate>> Handle, long Follow)> _subscriptions = [];
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
            await Follow(cart, item.SellerId, item.ProductId);
    }

    public Task Leave(long follows)
    {
        // Taken out before the first await, so that an add meanwhile subscribes anew.
        var left = _subscriptions.Where(subscription => subscription.Value.Follow <= follows).ToList();
        left.ForEach(subscription => _subscriptions.Remove(subscription.Key));
        return left.Count == 0 ? Task.CompletedTask : _leaving = Unsubscribe(_leaving, left.ConvertAll(static left => left.Value.Handle));
    }

    private static async Task Unsubscribe(Task before, List<Task<StreamSubscriptionHandle<ReplicaUpdate>>> left)
    {
        await Task.WhenAny(before);
        foreach (var subscription in left)
            await (await subscription).UnsubscribeAsync();
    }

    private async Task Follow(CartGrain cart, int sellerId, int productId)
    {
        var key = Keys.Pair(sellerId, productId);
        var subscription = _subscriptions.TryGetValue(key, out var known) ? known.Handle : Subscribe(cart, sellerId, productId);
        _subscriptions[key] = (subscription, ++Follows);
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
    private async Task<StreamSubscriptionHandle<ReplicaUpdate>> Subscribe(CartGrain cart, int sellerId, int productId)
    {
        if (!_leaving.IsCompleted)
        {
            // Else it might resume what is about to end.
            await Task.WhenAny(_leaving);
        }

        var stream = cart.GetStreamProvider(ReplicaStreams.Provider).GetStream<ReplicaUpdate>(ReplicaStreams.Of(sellerId, productId));
        var known = await stream.GetAllSubscriptionHandles();
        return known.Count > 0
            ? await known[0].ResumeAsync((update, _) => Pass(cart, update))
            : await stream.SubscribeAsync((update, _) => Pass(cart, update));
    }

    private Task<bool> Pass(CartGrain cart, ReplicaUpdate update) => protocol.Run(
        declarations.One(update.Tid, TransactionKind.Cart, cart.AsReference<ICartGrain>()),
        (cart, update, options),
        static async (tx, a) =>
        {
            await a.cart.Learn(tx, a.update, a.options);
            return true;
        });
}

/// <summary>What a cart makes of the streams of its products.</summary>
/// <param name="InOrder">Whether an update that is older than what the cart knows of the product is left out.</param>
/// <param name="BeginsWithCurrent">Whether a cart that begins to follow a product begins with what the product is then.</param>
/// <param name="IsForShow">
/// Whether checkouts read for themselves: then what arrives while one is under way is left out, as it may be later than what that one has read.
/// </param>
internal sealed record StreamFeedOptions(bool InOrder, bool BeginsWithCurrent, bool IsForShow);
