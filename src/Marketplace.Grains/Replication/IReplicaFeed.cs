using Marketplace.Contracts.Entities;
using Marketplace.Grains.Cart;

namespace Marketplace.Grains.Replication;

/// <summary>The Cart side of the replication from Product; one a cart. A cart follows a product only while it holds it.</summary>
internal interface IReplicaFeed
{
    /// <summary>Starts to pass a product's updates to the cart. Following twice is following once.</summary>
    /// <param name="isKnown">Whether the cart knows something of the product already.</param>
    /// <returns>
    /// When updates that are published from now on will arrive: what the product is then, where the cart does not know and has to.
    /// </returns>
    ValueTask<ProductReplica?> Follow(CartGrain cart, int sellerId, int productId, bool isKnown);

    /// <summary>Follows again what the cart holds: a cart that was deactivated and comes back.</summary>
    /// <returns>When updates that are published from now on will arrive.</returns>
    Task Resume(CartGrain cart, ImmutableArray<CartItem> items);

    /// <summary>Takes over what the feed of the activation before followed, to end that: before <see cref="Resume"/>.</summary>
    /// <param name="before">That feed; it does no more.</param>
    void TakeUp(IReplicaFeed before);

    /// <summary>How often the cart has begun or gone on to follow a product.</summary>
    long Follows { get; }

    /// <summary>Stops following what the cart has not begun or gone on to follow since.</summary>
    /// <param name="follows">What <see cref="Follows"/> was.</param>
    Task Leave(long follows);

    /// <summary>An update has arrived.</summary>
    /// <param name="relay">Who passes it on (<see cref="IUpdateStreams.Relay"/>).</param>
    /// <returns>Whether the cart follows the product, and from there.</returns>
    Task<bool> Hear(CartGrain cart, ReplicaUpdate update, string relay);

    /// <summary>Waits for the updates that were published before.</summary>
    /// <param name="patience">How long.</param>
    /// <returns>How many products the cart follows, and of how many something may still be on its way.</returns>
    Task<FollowedProducts> Settle(CartGrain cart, TimeSpan patience);
}

/// <summary>
/// A cart stops following its products, once what ended its session is committed. That may be known when the next session has begun: what that
/// has in its cart is followed on.
/// </summary>
/// <param name="Follows">How often it had followed before the session ended (<see cref="IReplicaFeed.Follows"/>).</param>
internal sealed record LeaveReplicas(IReplicaFeed Feed, long Follows) : CommitAction
{
    private IReplicaFeed _current = Feed;

    public override Task OnCommit() => _current.Leave(Follows);

    public override void TakeUp(object grain) => _current = ((CartGrain)grain).TakeUp(_current);
}
