using Marketplace.Contracts.Json;
using Marketplace.Grains.Cart;

namespace Marketplace.Grains.Replication;

/// <summary>
/// Waits until updates that are on their way over streams have reached the carts. An audit begins with it, as what it reads afterwards is to be of
/// one state.
/// </summary>
internal sealed class ReplicaDeliveries() : Export("replica-deliveries")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        var (followed, late) = (0, 0);
        await grains.Each<ICartGrain, CartState, FollowedProducts>(
            static cart => cart.Settle(),
            products =>
            {
                followed += products.Followed;
                late += products.Late;
            },
            lines.CancellationToken);
        await lines.Write(new ReplicaDeliveriesExport(followed, late), EntityJson.Default.ReplicaDeliveriesExport);
    }
}
