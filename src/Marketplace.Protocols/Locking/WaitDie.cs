namespace Marketplace.Protocols.Locking;

/// <summary>Which transactions may wait for which.</summary>
internal interface IWaitRule
{
    /// <summary>Whether a transaction that has not declared a grain may touch it.</summary>
    bool TakesUndeclared { get; }

    /// <summary>Which lock a transaction takes at its first access to a grain that it has not declared.</summary>
    AccessMode ModeOf(TransactionContext tx, AccessMode wanted);

    /// <summary>Whether a request may wait.</summary>
    /// <returns>False if its transaction has to be aborted instead.</returns>
    bool MayWait<TState>(LockHolder<TState> request, GrainLock<TState> grainLock)
        where TState : class, new();
}

/// <summary>
/// Wait-die: a transaction waits for younger ones only, and dies where it meets an older one, so that no circle of waiting ones can
/// close. It keeps its age when it is run again, so it is the oldest some time (Rosenkrantz, Stearns and Lewis, 1978).
/// </summary>
internal sealed class WaitDie : IWaitRule
{
    public bool TakesUndeclared => true;

    /// <remarks>A transaction that may write takes the writer's lock at once: an upgrade later is what deadlocks are made of.</remarks>
    public AccessMode ModeOf(TransactionContext tx, AccessMode wanted) => tx.IsReadOnly ? AccessMode.Read : AccessMode.Write;

    public bool MayWait<TState>(LockHolder<TState> request, GrainLock<TState> grainLock)
        where TState : class, new()
    {
        foreach (var holder in grainLock.Holders)
        {
            if (holder != request && !request.IsOlderThan(holder))
                return false;
        }

        // The queue is served in order, so it would wait for those in it too.
        foreach (var waiter in grainLock.Waiting)
        {
            if (!request.IsOlderThan(waiter))
                return false;
        }

        return true;
    }
}

/// <summary>Everybody may wait: locks are taken in the global order of grains, so that no circle can close.</summary>
internal sealed class WaitInOrder : IWaitRule
{
    public bool TakesUndeclared => false;

    public AccessMode ModeOf(TransactionContext tx, AccessMode wanted) => wanted;

    public bool MayWait<TState>(LockHolder<TState> request, GrainLock<TState> grainLock)
        where TState : class, new() => true;
}
