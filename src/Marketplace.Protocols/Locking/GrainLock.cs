namespace Marketplace.Protocols.Locking;

/// <summary>
/// The lock of one grain: shared by readers, or held by one writer. Requests wait in the order in which they came. It is used within
/// turns of its grain only.
/// </summary>
internal sealed class GrainLock<TState>
    where TState : class, new()
{
    // As many as transactions touch one grain at a time: few, so lists beat maps.
    private readonly List<LockHolder<TState>> _holders = new(1);
    private readonly List<LockHolder<TState>> _waiting = [];

    /// <summary>Who holds it.</summary>
    public IReadOnlyList<LockHolder<TState>> Holders => _holders;

    /// <summary>Who waits for it, the first to get it first.</summary>
    public IReadOnlyList<LockHolder<TState>> Waiting => _waiting;

    /// <summary>Finds the branch of a transaction.</summary>
    /// <returns>Null if it holds nothing.</returns>
    public LockHolder<TState>? Find(TransactionId id)
    {
        foreach (var holder in _holders)
        {
            if (holder.Id == id)
                return holder;
        }

        return null;
    }

    /// <summary>Finds a request that waits.</summary>
    /// <returns>Null if it waits for nothing.</returns>
    public LockHolder<TState>? FindWaiting(TransactionId id) => _waiting.Find(waiter => waiter.Id == id);

    /// <summary>Whether a new request would have to wait for nobody.</summary>
    /// <returns>True if it can be had at once.</returns>
    public bool IsFree(AccessMode mode) => _waiting.Count == 0 && IsFreeFor(mode);

    /// <summary>Whether a reader can become a writer at once.</summary>
    /// <returns>True if it is alone.</returns>
    public bool CanUpgrade(LockHolder<TState> holder) => _holders.Count == 1 && _holders[0] == holder;

    /// <summary>Gives the lock to a request for which it is free.</summary>
    public void Take(LockHolder<TState> holder) => _holders.Add(holder);

    /// <summary>Puts a request at the end of the queue; one that upgrades goes first: it holds what the others wait for.</summary>
    /// <param name="holder">The request, with its <see cref="LockHolder{TState}.Granted"/>.</param>
    public void Queue(LockHolder<TState> holder)
    {
        if (_holders.Contains(holder))
            _waiting.Insert(0, holder);
        else
            _waiting.Add(holder);
    }

    /// <summary>Takes a request out of the queue.</summary>
    public void Leave(LockHolder<TState> holder)
    {
        if (_waiting.Remove(holder))
            GrantNext();
    }

    /// <summary>Gives the lock back, and on to those who wait.</summary>
    public void Release(LockHolder<TState> holder)
    {
        if (_holders.Remove(holder) && _waiting.Count > 0)
            GrantNext();
    }

    private void GrantNext()
    {
        while (_waiting.Count > 0)
        {
            var next = _waiting[0];
            var upgrades = _holders.Contains(next);
            if (upgrades ? _holders.Count > 1 : !IsFreeFor(next.Wanted))
                return;

            _waiting.RemoveAt(0);
            if (!upgrades)
                _holders.Add(next);

            next.Mode = next.Wanted;
            next.Granted!.TrySetResult();
        }
    }

    private bool IsFreeFor(AccessMode mode) =>
        _holders.Count == 0 || (mode == AccessMode.Read && _holders[0].Mode == AccessMode.Read);
}
