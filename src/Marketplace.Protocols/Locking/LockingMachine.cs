using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Locking;

/// <summary>
/// Strict two-phase locking of one grain: its lock is shared by readers, or held by one writer, until the transaction is over. Requests wait in
/// the order in which they came, if a rule lets them.
/// </summary>
internal sealed class LockingMachine(IWaitRule rule) : ParticipantMachine
{
    // As many as transactions touch one grain at a time: few, so lists beat maps.
    private readonly List<LockBranch> _holders = new(1);
    private readonly List<LockBranch> _waiting = [];
    private readonly Latecomers _latecomers = new();

    public override IReadOnlyList<Branch> Branches => _holders;

    /// <summary>Who waits, the first to get the lock first.</summary>
    public IReadOnlyList<LockBranch> Waiting => _waiting;

    public override Branch? Find(TransactionId id) => FindHolder(id);

    public override Entry Enter(in AccessRequest request)
    {
        if (FindHolder(request.Id) is { } holder)
            return holder.Mode == AccessMode.Write || request.Mode == AccessMode.Read ? new(Verdict.Granted, holder) : Upgrade(holder);

        // Of accesses of one transaction that run beside each other, the first asks for the lock and the others wait with it.
        if (FindWaiting(request.Id) is { } waiter)
            return new(Verdict.Wait, waiter);

        return new(rule.TakesUndeclared ? Verdict.Join : Verdict.Unknown);
    }

    public override Entry Admit(in AccessRequest request)
    {
        // A message that comes twice asks once.
        if (FindHolder(request.Id) is { } holder)
            return new(Verdict.Granted, holder);

        if (FindWaiting(request.Id) is { } waiter)
            return new(Verdict.Wait, waiter);

        if (_latecomers.Has(request.Id))
            return new(Verdict.Over);

        var mode = request.IsDeclared ? request.Mode : rule.ModeOf(request);
        var branch = new LockBranch(request.Id, request.Age, mode);
        if (_waiting.Count > 0 || !IsFreeFor(mode))
            return WaitOrGiveWay(branch);

        _holders.Add(branch);
        return new(Verdict.Granted, branch);
    }

    public override void TimedOut(Branch branch)
    {
        if (_waiting.Remove((LockBranch)branch))
            GrantNext();
    }

    public override ParticipantAnswer Vote(Branch branch) => branch.HasWritten ? ParticipantAnswer.Done : ParticipantAnswer.ReadOnly;

    public override void End(Branch branch)
    {
        if (_holders.Remove((LockBranch)branch))
            GrantNext();
    }

    public override void Dismiss(TransactionId id)
    {
        if (FindWaiting(id) is { } waiter)
        {
            Emit(OutputKind.Over, waiter);
            TimedOut(waiter);
        }

        if (FindHolder(id) is null)
            _latecomers.Add(id);
    }

    public override void Deactivate()
    {
        foreach (var waiter in _waiting)
            Emit(OutputKind.Lost, waiter);

        _waiting.Clear();
    }

    public override void Restore(Branch branch) => _holders.Add((LockBranch)branch);

    private LockBranch? FindHolder(TransactionId id)
    {
        foreach (var holder in _holders)
        {
            if (holder.Id == id)
                return holder;
        }

        return null;
    }

    private LockBranch? FindWaiting(TransactionId id)
    {
        foreach (var waiter in _waiting)
        {
            if (waiter.Id == id)
                return waiter;
        }

        return null;
    }

    private Entry Upgrade(LockBranch holder)
    {
        if (_holders.Count == 1)
        {
            holder.Mode = holder.Wanted = AccessMode.Write;
            return new(Verdict.Granted, holder);
        }

        holder.Wanted = AccessMode.Write;
        return _waiting.Contains(holder) ? new(Verdict.Wait, holder) : WaitOrGiveWay(holder);
    }

    private Entry WaitOrGiveWay(LockBranch branch)
    {
        if (!rule.MayWait(branch, _holders, _waiting))
            return new(Verdict.GiveWay);

        // One that upgrades goes first: it holds what the others wait for.
        _waiting.Insert(_holders.Contains(branch) ? 0 : _waiting.Count, branch);
        return new(Verdict.Wait, branch);
    }

    private bool IsFreeFor(AccessMode mode) =>
        _holders.Count == 0 || (mode == AccessMode.Read && _holders[0].Mode == AccessMode.Read);

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
            Emit(OutputKind.Granted, next);
        }
    }
}
