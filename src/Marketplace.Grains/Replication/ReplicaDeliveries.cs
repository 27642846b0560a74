using Marketplace.Contracts.Json;
using Marketplace.Grains.Cart;

namespace Marketplace.Grains.Replication;

/// <summary>
/// Waits until updates that are on their way over streams have reached the carts. An audit begins with it, as what it reads afterwards is to be of
/// one state.
/// </summary>
internal sealed class ReplicaDeliveries() : Export("replica-deliveries")
{
    // An agent of streams looks for messages ten times a second; who has heard nothing for so long is stuck, on a busy machine too.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // What is asked for when others were late has had that time too.
    private static readonly TimeSpan PatienceAfter = TimeSpan.FromSeconds(1);

    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        var (followed, late) = (0, 0);
        var answers = grains.Ask<ICartGrain, CartState, FollowedProducts>(
            KeyFilter.All, cart => cart.Settle(late == 0 ? Patience : PatienceAfter), lines.CancellationToken);
        await foreach (var (_, products) in answers)
        {
            followed += products.Followed;
            late += products.Late;
        }

        await lines.Write(new ReplicaDeliveriesExport(followed, late), EntityJson.Default.ReplicaDeliveriesExport);
    }
}
