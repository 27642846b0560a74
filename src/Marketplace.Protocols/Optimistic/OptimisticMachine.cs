using Marketplace.Protocols.Kernel;

namespace Marketplace.Protocols.Optimistic;

/// <summary>
/// Optimistic concurrency control in one grain: each commit that changes its state makes a version; a transaction sees one version, and its
/// vote is whether that still is the current one and nobody else is about to change it.
/// </summary>
internal sealed class OptimisticMachine(ProtocolOptions options) : ParticipantMachine
{
    // More branches than this may belong to coordinators that are gone without a word; then those are asked.
    private const int CrowdMin = 64;

    private readonly int _priorityFrom = PriorityToken.FirstAttempt(options);
    private readonly CommitLock _lock = new();
    private readonly List<VersionedBranch> _branches = new(1);

    // Who came when the state was about to change. They hold nothing that anybody waits for.
    private readonly List<VersionedBranch> _visitors = new(0);
    private long _version;
    private int _crowd = CrowdMin;

    public override IReadOnlyList<Branch> Branches => _branches;

    public override Branch? Find(TransactionId id) => Find(_branches, id);

    public override Entry Enter(in AccessRequest request)
    {
        // What was overwritten cannot commit any more, so it need not go on.
        if (Find(_branches, request.Id) is { } known)
            return known.Version == _version ? new(Verdict.Granted, known) : new(Verdict.Overwritten);

        if (Find(_visitors, request.Id) is { } visitor)
            return EnterOrVisit(visitor);

        if (Find(_lock.Waiting, request.Id) is { } waiter)
            return new(Verdict.Wait, waiter);

        return new(_branches.Count >= _crowd ? Verdict.Crowded : Verdict.Join);
    }

    public override Entry Admit(in AccessRequest request)
    {
        var branch = new VersionedBranch(request.Id, request.Age, request.Attempt >= _priorityFrom);
        if (!branch.HasPriority)
            return EnterOrVisit(branch);

        if (_lock.TryTake(branch, AccessMode.Write))
            return Begin(branch);

        if (!_lock.MayWait(branch))
            return new(Verdict.GiveWay);

        _lock.Waiting.Add(branch);
        return new(Verdict.Wait, branch);
    }

    public override void TimedOut(Branch branch) => Leave((VersionedBranch)branch);

    // Nobody waits here, or it would wait for one that may be waiting for it elsewhere; and what is locked is about to change.
    public override ParticipantAnswer Vote(Branch branch) => branch.IsPrepared || IsCurrent((VersionedBranch)branch)
        ? ParticipantAnswer.Done
        : ParticipantAnswer.Conflict;

    public override void Install(Branch branch) => _version += branch.HasWritten ? 1 : 0;

    public override void End(Branch branch)
    {
        _branches.Remove((VersionedBranch)branch);
        _lock.Release((VersionedBranch)branch);
        PassOn();
    }

    public override void Dismiss(TransactionId id)
    {
        if ((Find(_visitors, id) ?? Find(_lock.Waiting, id)) is { } waiter)
        {
            Emit(OutputKind.Over, waiter);
            Leave(waiter);
        }
    }

    public override void Recovered() => _crowd = Math.Max(CrowdMin, 2 * _branches.Count);

    public override void Deactivate()
    {
        foreach (var waiter in _lock.Waiting.Concat(_visitors))
            Emit(OutputKind.Lost, waiter);

        _lock.Waiting.Clear();
        _visitors.Clear();
    }

    // What it has seen was the current version when it voted, and that it keeps until it is over.
    public override void Restore(Branch branch)
    {
        var restored = (VersionedBranch)branch;
        _version = Math.Max(_version, restored.Version + (branch is { IsInstalled: true, HasWritten: true } ? 1 : 0));
        _lock.Restore(restored);
        _branches.Add(restored);
    }

    private static VersionedBranch? Find(List<VersionedBranch> branches, TransactionId id)
    {
        foreach (var branch in branches)
        {
            if (branch.Id == id)
                return branch;
        }

        return null;
    }

    private bool IsCurrent(VersionedBranch branch) =>
        branch.Version == _version && _lock.TryTake(branch, branch.HasWritten ? AccessMode.Write : AccessMode.Read);

    // What is about to be overwritten is not worth reading.
    private Entry EnterOrVisit(VersionedBranch branch)
    {
        if (_lock.IsOpen)
        {
            _visitors.Remove(branch);
            return Begin(branch);
        }

        if (!_visitors.Contains(branch))
            _visitors.Add(branch);

        return new(Verdict.Wait, branch);
    }

    private Entry Begin(VersionedBranch branch)
    {
        branch.Version = _version;
        _branches.Add(branch);
        return new(Verdict.Granted, branch);
    }

    private void Leave(VersionedBranch branch)
    {
        // It may have got the lock meanwhile.
        if (!_visitors.Remove(branch) && !_lock.Waiting.Remove(branch))
            return;

        PassOn();
    }

    private void PassOn()
    {
        if (_lock.PassOn() is { } next)
        {
            Begin(next);
            Emit(OutputKind.Granted, next);
        }
        else if (_lock.IsOpen)
        {
            foreach (var visitor in _visitors)
                Emit(OutputKind.Granted, visitor);
        }
    }
}
