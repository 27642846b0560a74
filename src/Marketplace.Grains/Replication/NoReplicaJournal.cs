using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Keeps nothing.</summary>
internal sealed class NoReplicaJournal : IReplicaJournal
{
    /// <inheritdoc/>
    public bool KeepsUpdates => false;

    /// <inheritdoc/>
    public bool KeepsReplicas => false;

    /// <inheritdoc/>
    public DateTime Now => default;

    /// <inheritdoc/>
    public CommitAction Of(ProductUpdateExport update) => throw new InvalidOperationException("Updates are not kept.");

    /// <inheritdoc/>
    public CommitAction Of(ReplicaReadExport read) => throw new InvalidOperationException("Reads are not kept.");

    /// <inheritdoc/>
    public CommitAction Of(ReplicaApplyExport apply) => throw new InvalidOperationException("Applies are not kept.");
}
