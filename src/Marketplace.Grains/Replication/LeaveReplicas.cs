using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>
/// A cart stops following its products, once what ended its session is committed. That may be known when the next session has begun: what that
/// has in its cart is followed on.
/// </summary>
/// <param name="Follows">How often it had followed before the session ended (<see cref="IReplicaFeed.Follows"/>).</param>
internal sealed record LeaveReplicas(IReplicaFeed Feed, long Follows) : CommitAction
{
    public override Task OnCommit() => Feed.Leave(Follows);
}
