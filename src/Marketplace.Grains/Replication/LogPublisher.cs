using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>No update is sent by itself: what is committed of a seller's log is.</summary>
internal sealed class LogPublisher : IReplicaPublisher
{
    /// <inheritdoc/>
    public CommitAction? Replicate(ReplicaUpdate update) => null;
}
