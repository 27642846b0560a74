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
    CommitAction Of(ProductUpdateExport update);

    /// <summary>Makes what leaves with a checkout.</summary>
    CommitAction Of(ReplicaReadExport read);

    /// <summary>Makes what leaves with the apply of an update at a cart.</summary>
    CommitAction Of(ReplicaApplyExport apply);
}
