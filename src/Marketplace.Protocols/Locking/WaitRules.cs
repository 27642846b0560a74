using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Locking;

/// <summary>Which transactions may wait for which.</summary>
internal interface IWaitRule
{
    /// <summary>Whether a transaction that has not declared a grain may touch it.</summary>
    bool TakesUndeclared { get; }

    /// <summary>Which lock a transaction takes at its first access to a grain that it has not declared.</summary>
    AccessMode ModeOf(in AccessRequest request);

    /// <summary>Whether a request may wait.</summary>
    /// <param name="request">The request.</param>
    /// <param name="holders">Who has the lock; perhaps the request itself, to read.</param>
    /// <param name="waiting">Who waits for it.</param>
    /// <returns>False if its transaction has to be aborted instead.</returns>
    bool MayWait(LockBranch request, List<LockBranch> holders, List<LockBranch> waiting);
}

/// <summary>
/// Wait-die: a transaction waits for younger ones only, and dies where it meets an older one, so that no cycle of waiting ones can
/// close. It keeps its age when it is run again, so it is the oldest some time (Rosenkrantz, Stearns and Lewis, 1978).
/// </summary>
internal sealed class WaitDie : IWaitRule
{
    public bool TakesUndeclared => true;

    // A transaction that may write takes the writer's lock at once: an upgrade later is what deadlocks are made of.
    public AccessMode ModeOf(in AccessRequest request) => request.IsReadOnly ? AccessMode.Read : AccessMode.Write;

    public bool MayWait(LockBranch request, List<LockBranch> holders, List<LockBranch> waiting)
    {
        foreach (var holder in holders)
        {
            if (holder != request && !request.IsOlderThan(holder))
                return false;
        }

        // The queue is served in order, so it would wait for those in it too.
        foreach (var waiter in waiting)
        {
            if (!request.IsOlderThan(waiter))
                return false;
        }

        return true;
    }
}

/// <summary>Everybody may wait: locks are taken in the global order of grains, so that no cycle can close.</summary>
internal sealed class WaitInOrder : IWaitRule
{
    public bool TakesUndeclared => false;

    public AccessMode ModeOf(in AccessRequest request) => request.Mode;

    public bool MayWait(LockBranch request, List<LockBranch> holders, List<LockBranch> waiting) => true;
}
