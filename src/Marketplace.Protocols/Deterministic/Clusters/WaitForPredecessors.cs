using Marketplace.Protocols.Locking;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>
/// Transactions come to a grain in the order of the cluster, so whoever holds its lock is about to let it go: it is waited for. What is only
/// read is locked for reading only, as it was declared.
/// </summary>
internal sealed class WaitForPredecessors : IWaitRule
{
    public bool TakesUndeclared => true;

    public AccessMode ModeOf(TransactionContext tx, AccessMode wanted) => wanted;

    public bool MayWait<TState>(LockHolder<TState> request, GrainLock<TState> grainLock)
        where TState : class, new() => true;
}
