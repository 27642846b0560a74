namespace Marketplace.Grains.Replication;

/// <summary>
/// The Product side of the replication to the carts (criterion: replication Product → Cart). Its level is chosen at start. Updates leave the
/// product, or, where those of a seller have an order, the seller's log, after they count as committed there.
/// </summary>
internal interface IReplicaPublisher
{
    /// <summary>Makes what has to leave when an update commits.</summary>
    /// <param name="update">E0 or E1.</param>
    /// <returns>What sends it on commit; null where nothing is sent.</returns>
    CommitAction? Replicate(ReplicaUpdate update);
}
