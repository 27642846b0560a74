using Marketplace.Grains.Cart;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>A cart stops following all products, once the checkout that sealed it is committed.</summary>
/// <param name="Feed">The feed of the cart.</param>
/// <param name="Cart">The cart.</param>
internal sealed record LeaveReplicas(IReplicaFeed Feed, CartGrain Cart) : Emission
{
    /// <inheritdoc/>
    public override Task Release() => Feed.LeaveAll(Cart);
}
