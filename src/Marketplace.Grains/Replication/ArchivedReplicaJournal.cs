using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Keeps it in the archive (Recording `full`).</summary>
/// <param name="archive">The archive.</param>
/// <param name="replicas">The level of the replication: with `none` carts know nothing, and nothing is kept of it.</param>
/// <param name="time">The clock.</param>
internal sealed class ArchivedReplicaJournal(IArchive archive, IReplicaPublisher replicas, TimeProvider time) : IReplicaJournal
{
    /// <inheritdoc/>
    public bool KeepsUpdates => true;

    /// <inheritdoc/>
    public bool KeepsReplicas { get; } = replicas is not NoReplication;

    /// <inheritdoc/>
    public DateTime Now => time.GetUtcNow().UtcDateTime;

    /// <inheritdoc/>
    public CommitAction Of(ProductUpdateExport update) => Of(ArchiveStreams.ProductUpdates, update.Seller, update);

    /// <inheritdoc/>
    public CommitAction Of(ReplicaReadExport read) => Of(ArchiveStreams.ReplicaReads, read.Customer, read);

    /// <inheritdoc/>
    public CommitAction Of(ReplicaApplyExport apply) => Of(ArchiveStreams.ReplicaApplies, apply.Customer, apply);

    private ArchiveAction<T> Of<T>(ArchiveStream<T> stream, int key, T record) => new(archive, stream, key, record, ArchiveOrigin.Transaction);
}
