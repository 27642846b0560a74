using Marketplace.Protocols.Kernel;
using Marketplace.Protocols.Locking;

namespace Marketplace.Protocols.Deterministic.Clusters;

/// <summary>
/// Transactions come to a grain in the order of the cluster, so whoever holds its lock is about to let it go: it is waited for. What is only
/// read is locked for reading only, as it was declared.
/// </summary>
internal sealed class WaitForPredecessors : IWaitRule
{
    public bool TakesUndeclared => true;

    public AccessMode ModeOf(in AccessRequest request) => request.Mode;

    public bool MayWait(LockBranch request, List<LockBranch> holders, List<LockBranch> waiting) => true;
}
