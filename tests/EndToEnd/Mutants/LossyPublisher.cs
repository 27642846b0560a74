using Marketplace.Grains.Replication;
using Marketplace.Protocols;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Every other update of a product is lost on its way to the carts.</summary>
internal sealed class LossyPublisher(IReplicaPublisher inner) : IReplicaPublisher
{
    private int _updates;

    public CommitAction? Replicate(ReplicaUpdate update) => Interlocked.Increment(ref _updates) % 2 == 0 ? null : inner.Replicate(update);
}
