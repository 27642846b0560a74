using Marketplace.Contracts.Audit;
using Marketplace.Grains.Archiving;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Keeps it in the archive (Recording `full`).</summary>
/// <param name="replicas">The level of the replication: with `none` carts know nothing, and nothing is kept of it.</param>
internal sealed class ArchivedReplicaJournal(IArchive archive, IReplicaPublisher replicas, TimeProvider time) : IReplicaJournal
{
    public bool KeepsUpdates => true;
    public bool KeepsReplicas { get; } = replicas is not NoReplication;
    public DateTime Now => time.GetUtcNow().UtcDateTime;

    public CommitAction Of(ProductUpdateExport update) => Of(ArchiveStreams.ProductUpdates, update.Seller, update);

    public CommitAction Of(ReplicaReadExport read) => Of(ArchiveStreams.ReplicaReads, read.Customer, read);

    public CommitAction Of(ReplicaApplyExport apply) => Of(ArchiveStreams.ReplicaApplies, apply.Customer, apply);

    private ArchiveAction<T> Of<T>(ArchiveStream<T> stream, int key, T record) => new(archive, stream, key, record, ArchiveOrigin.Transaction);
}
