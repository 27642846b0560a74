namespace Marketplace.Protocols.Optimistic;

/// <summary>
/// The short lock of one grain, held from the vote of a transaction until its decision: alone by one that has written, together with
/// others by one that has only read. It is used within turns of its grain only.
/// </summary>
/// <remarks>
/// Nobody who votes waits for it. Who does wait is either a transaction that comes to the grain and holds nothing anywhere, or one that
/// has priority: that one waits for voters, who wait for nobody, and for younger ones that have priority. So no circle can close.
/// </remarks>
internal sealed class CommitLock<TState>
    where TState : class, new()
{
    private readonly List<VersionedBranch<TState>> _holders = new(1);
    private readonly List<(VersionedBranch<TState> Branch, TaskCompletionSource Granted)> _waiting = new(0);
    private TaskCompletionSource? _opened;

    /// <summary>Whether the state is not about to change, so that it is worth reading.</summary>
    public bool IsOpen => _waiting.Count == 0 && (_holders.Count == 0 || _holders[0].Lock == AccessMode.Read);

    /// <summary>Whether nobody holds it, or is going to.</summary>
    public bool IsFree => _waiting.Count == 0 && _holders.Count == 0;

    /// <summary>Takes it, or what is missing of it.</summary>
    /// <returns>False if somebody else has it.</returns>
    public bool TryTake(VersionedBranch<TState> branch, AccessMode mode)
    {
        if (branch.Lock is { } held && held >= mode)
            return true;

        if (mode == AccessMode.Read ? !IsOpen : !IsFree)
            return false;

        branch.Lock = mode;
        _holders.Add(branch);
        return true;
    }

    /// <summary>Gives the lock to one that had it in an earlier activation.</summary>
    public void Restore(VersionedBranch<TState> branch)
    {
        if (branch.Lock is not null)
            _holders.Add(branch);
    }

    /// <summary>Ends when the lock opens; then it has to be looked at again.</summary>
    public Task Opened()
    {
        _opened ??= new(TaskCreationOptions.RunContinuationsAsynchronously);
        return _opened.Task;
    }

    /// <summary>Whether one that has priority may wait (wait-die: Rosenkrantz, Stearns and Lewis, 1978).</summary>
    /// <returns>False if an older one that has priority has the grain or waits for it.</returns>
    public bool MayWait(VersionedBranch<TState> branch) =>
        _holders.TrueForAll(holder => !holder.HasPriority || branch.IsOlderThan(holder))
        && _waiting.TrueForAll(waiting => branch.IsOlderThan(waiting.Branch));

    /// <summary>Waits for the whole lock. The first who waits gets it first.</summary>
    /// <returns>When it has the lock; fails if its transaction is over before.</returns>
    public Task Wait(VersionedBranch<TState> branch)
    {
        var granted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiting.Add((branch, granted));
        return granted.Task;
    }

    /// <summary>Ends the wait of a transaction that is over.</summary>
    public void Dismiss(TransactionId id, TransactionAbortedException reason)
    {
        var index = _waiting.FindIndex(waiting => waiting.Branch.Id == id);
        if (index >= 0)
        {
            var granted = _waiting[index].Granted;
            _waiting.RemoveAt(index);
            granted.TrySetException(reason);
            PassOn();
        }
    }

    /// <summary>Ends the waits of all who wait for the whole lock.</summary>
    public void DismissAll(TransactionAbortedException reason)
    {
        while (_waiting.Count > 0)
            Dismiss(_waiting[0].Branch.Id, reason);
    }

    /// <summary>Gives the lock back, and on to those who wait. Who does not hold it may give it back too.</summary>
    public void Release(VersionedBranch<TState> branch)
    {
        if (branch.Lock is not null)
        {
            branch.Lock = null;
            _holders.Remove(branch);
            PassOn();
        }
    }

    private void PassOn()
    {
        if (_holders.Count == 0 && _waiting.Count > 0)
        {
            var (branch, granted) = _waiting[0];
            _waiting.RemoveAt(0);
            branch.Lock = AccessMode.Write;
            _holders.Add(branch);
            granted.TrySetResult();
        }
        else if (IsOpen && _opened is { } opened)
        {
            _opened = null;
            opened.TrySetResult();
        }
    }
}
