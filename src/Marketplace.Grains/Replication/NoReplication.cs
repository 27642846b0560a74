using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Replication `none`: carts know of a product what was shown to the customer.</summary>
internal sealed class NoReplication : IReplicaPublisher
{
    /// <inheritdoc/>
    public CommitAction? Replicate(ReplicaUpdate update) => null;
}
