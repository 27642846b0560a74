using Marketplace.Contracts.Audit;
using Marketplace.Protocols;

namespace Marketplace.Grains.Replication;

/// <summary>Keeps what is replicated for the audit, or does not.</summary>
internal interface IReplicaJournal
{
    /// <summary>Whether updates of products are kept.</summary>
    bool KeepsUpdates { get; }

    /// <summary>Whether what carts apply and read is kept.</summary>
    bool KeepsReplicas { get; }

    /// <summary>The time, UTC.</summary>
    DateTime Now { get; }

    /// <summary>Makes what leaves with an update of a product.</summary>
    /// <param name="update">The update.</param>
    /// <returns>What keeps it on commit.</returns>
    CommitAction Of(ProductUpdateExport update);

    /// <summary>Makes what leaves with a checkout.</summary>
    /// <param name="read">What it has read.</param>
    /// <returns>What keeps it on commit.</returns>
    CommitAction Of(ReplicaReadExport read);

    /// <summary>Makes what leaves with the apply of an update at a cart.</summary>
    /// <param name="apply">The apply.</param>
    /// <returns>What keeps it on commit.</returns>
    CommitAction Of(ReplicaApplyExport apply);
}
