using Marketplace.Contracts.Entities;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Cart;

/// <summary>What one cart knows of its products: how it hears of updates, and what the audit keeps of that.</summary>
internal sealed class CartReplicas(
    IGrainState<CartState> state, IReplicaFeed feed, IReplicaPublisher updates, ICommittedUpdates committed, Journal journal)
{
    /// <summary>Whether what checkouts read is kept.</summary>
    public bool KeepsReads { get; } = journal.IsKept && updates is not NoReplication;

    /// <summary>Follows the products of a cart that has become active.</summary>
    /// <returns>When updates arrive.</returns>
    public Task Resume(CartGrain cart) => feed.Resume(cart, state.Inspect(static s => s.Items));

    /// <summary>Follows a product that was added.</summary>
    /// <param name="isKnown">Whether the cart knows something of it already.</param>
    /// <returns>When updates arrive, and what the product is now is known as far as it has to be.</returns>
    public async Task Follow(TransactionContext tx, CartGrain cart, CartItem item, bool isKnown)
    {
        if (await feed.Follow(cart, item.SellerId, item.ProductId, isKnown) is { } current)
            await Learn(tx, cart.CustomerId, item.SellerId, item.ProductId, current, inOrder: true);
    }

    /// <summary>Applies what a product is now.</summary>
    /// <param name="inOrder">Whether one that is older than what is known is ignored.</param>
    /// <param name="isForShow">
    /// Whether checkouts read for themselves: then one that is older than what a checkout of an earlier session may have read is ignored, too.
    /// </param>
    /// <returns>When it is applied.</returns>
    public async Task Learn(
        TransactionContext tx, int customerId, int sellerId, int productId, ProductReplica replica, bool inOrder, bool isForShow = false)
    {
        var late = isForShow ? committed : null;
        var number = await state.Update(tx, (sellerId, productId, replica, inOrder, late, KeepsReads), static (s, a) =>
            a.late?.Of(a.sellerId).IsAfter(a.productId, a.replica) != true
            && s.Learn(a.sellerId, a.productId, a.replica, a.inOrder) && a.KeepsReads ? ++s.Observations : 0);
        if (number > 0)
        {
            await journal.Add(state, tx, CartService.ReplicaApplies, customerId, new ReplicaApplyExport(
                customerId, number, sellerId, productId, replica.Version, replica.Price, replica.Sequence, replica.SellerSequence, journal.Now));
        }
    }

    /// <summary>Keeps what a checkout has read, if it commits.</summary>
    /// <param name="read">What it has read; null if that is not kept.</param>
    /// <returns>When it is noted.</returns>
    public Task Keep(TransactionContext tx, ReplicaReadExport? read) =>
        read is null ? Task.CompletedTask : journal.Add(state, tx, CartService.ReplicaReads, read.Customer, read);

    /// <summary>Makes what ends the following of the products that the cart follows now, once the end of its session is committed.</summary>
    public CommitAction Leaving() => new LeaveReplicas(feed, feed.Follows);

    /// <summary>Takes over what the cart followed in its activation before.</summary>
    /// <returns>What follows it now.</returns>
    public IReplicaFeed TakeUp(IReplicaFeed before)
    {
        if (before != feed)
            feed.TakeUp(before);

        return feed;
    }

    /// <summary>An update has arrived.</summary>
    /// <param name="relay">Who passes it on.</param>
    /// <returns>Whether the cart follows the product, and from there.</returns>
    public Task<bool> Hear(CartGrain cart, ReplicaUpdate update, string relay) => feed.Hear(cart, update, relay);

    /// <summary>Waits for updates on their way.</summary>
    /// <param name="patience">How long.</param>
    /// <returns>How many products the cart follows, and of how many updates may still be on their way.</returns>
    public Task<FollowedProducts> Settle(CartGrain cart, TimeSpan patience) => feed.Settle(cart, patience);

    /// <summary>Stops following products.</summary>
    public Task Leave() => feed.Leave(feed.Follows);
}
