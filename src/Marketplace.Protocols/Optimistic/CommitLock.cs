namespace Marketplace.Protocols.Optimistic;

/// <summary>
/// The short lock of one grain, held from the vote of a transaction until its decision: alone by one that has written, together with
/// others by one that has only read.
/// </summary>
/// <remarks>
/// Nobody who votes waits for it. Who does wait is either a transaction that comes to the grain and holds nothing anywhere, or one that
/// has priority: that one waits for voters, who wait for nobody, and for younger ones that have priority. So no cycle can close.
/// </remarks>
internal sealed class CommitLock
{
    private readonly List<VersionedBranch> _holders = new(1);
    private readonly List<VersionedBranch> _waiting = new(0);

    /// <summary>Whether the state is not about to change, so that it is worth reading.</summary>
    public bool IsOpen => _waiting.Count == 0 && (_holders.Count == 0 || _holders[0].Lock == AccessMode.Read);

    /// <summary>Who wait for the whole lock, the first to get it first.</summary>
    public List<VersionedBranch> Waiting => _waiting;

    /// <summary>Takes it, or what is missing of it.</summary>
    /// <returns>False if somebody else has it.</returns>
    public bool TryTake(VersionedBranch branch, AccessMode mode)
    {
        if (branch.Lock is { } held && held >= mode)
            return true;

        if (mode == AccessMode.Read ? !IsOpen : _waiting.Count > 0 || _holders.Count > 0)
            return false;

        Hold(branch, mode);
        return true;
    }

    /// <summary>Gives the lock to one that had it in an earlier activation.</summary>
    public void Restore(VersionedBranch branch)
    {
        if (branch.Lock is not null)
            _holders.Add(branch);
    }

    /// <summary>Whether one that has priority may wait (wait-die: Rosenkrantz, Stearns and Lewis, 1978).</summary>
    /// <returns>False if an older one that has priority has the grain or waits for it.</returns>
    public bool MayWait(VersionedBranch branch)
    {
        foreach (var holder in _holders)
        {
            if (holder.HasPriority && !branch.IsOlderThan(holder))
                return false;
        }

        foreach (var waiter in _waiting)
        {
            if (!branch.IsOlderThan(waiter))
                return false;
        }

        return true;
    }

    /// <summary>Gives the lock back. Who does not hold it may give it back too.</summary>
    public void Release(VersionedBranch branch)
    {
        if (branch.Lock is not null)
        {
            branch.Lock = null;
            _holders.Remove(branch);
        }
    }

    /// <summary>Gives the whole lock to the first that waits, if nobody has it.</summary>
    /// <returns>Who has it now; null if nothing has changed.</returns>
    public VersionedBranch? PassOn()
    {
        if (_holders.Count > 0 || _waiting.Count == 0)
            return null;

        var next = _waiting[0];
        _waiting.RemoveAt(0);
        Hold(next, AccessMode.Write);
        return next;
    }

    private void Hold(VersionedBranch branch, AccessMode mode)
    {
        branch.Lock = mode;
        _holders.Add(branch);
    }
}
