using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Optimistic;

/// <summary>
/// A grain's state under optimistic concurrency control: each commit that changes it makes a version; a transaction sees one version and
/// writes to a copy of its own, which replaces the state when the transaction commits.
/// </summary>
internal sealed partial class VersionedState<TState>(
    IGrainContextAccessor accessor,
    IStateStore<TState> store,
    Coordinator coordinator,
    ActivationHandoff handoff,
    PriorityToken priority,
    ProtocolOptions options,
    ProtocolMetrics metrics,
    TimeProvider time) : IGrainState<TState>
    where TState : class, new()
{
    // More branches than this may belong to coordinators that are gone without a word; then those are asked.
    private const int CrowdMin = 64;

    private readonly IGrainContext _context = accessor.GrainContext;
    private readonly CommitLock<TState> _lock = new();
    private readonly List<VersionedBranch<TState>> _branches = new(1);
    private readonly Dictionary<TransactionId, Entrance> _entering = new(0);
    private TState _committed = new();
    private long _version;
    private int _crowd = CrowdMin;
    private IParticipant? _self;

    private IParticipant Self => _self ??= _context.GrainReference.AsReference<IParticipant>();

    public TResult Inspect<TResult>(Func<TState, TResult> read) => read(_committed);

    public ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read) =>
        TryEnter(tx) is { } branch ? new(read(branch.Working ?? _committed, argument)) : ReadLater(tx, argument, read);

    public ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update) =>
        TryEnter(tx) is { } branch ? new(update(WorkingCopy(branch), argument)) : UpdateLater(tx, argument, update);

    public Task OnCommit(TransactionContext tx, CommitAction action)
    {
        if (TryEnter(tx) is not { } branch)
            return AddLater(tx, action);

        (branch.CommitActions ??= []).Enqueue(action);
        return Task.CompletedTask;
    }

    public async Task Clear(TransactionContext tx)
    {
        // Only a clean-up does this, alone and with no way back.
        var branch = await Enter(tx);
        await store.Clear();
        branch.Working = null;
        _committed = new TState();
    }

    private async ValueTask<TResult> ReadLater<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> read) =>
        read((await Enter(tx)).Working ?? _committed, argument);

    private async ValueTask<TResult> UpdateLater<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update) =>
        update(WorkingCopy(await Enter(tx)), argument);

    private async Task AddLater(TransactionContext tx, CommitAction action) => ((await Enter(tx)).CommitActions ??= []).Enqueue(action);

    private TState WorkingCopy(VersionedBranch<TState> branch) => branch.Working ??= StateCopy.Of(_committed);

    private VersionedBranch<TState>? Find(TransactionId id)
    {
        foreach (var branch in _branches)
        {
            if (branch.Id == id)
                return branch;
        }

        return null;
    }

    // The part of the transaction if there is no reason to wait: without an await.
    private VersionedBranch<TState>? TryEnter(TransactionContext tx)
    {
        if (Find(tx.Id) is { } known)
            return known.Version == _version ? known : null;

        if (tx.Running is not { } running || _branches.Count >= _crowd || !(priority.IsNeededBy(tx) ? _lock.IsFree : _lock.IsOpen))
            return null;

        running.Join(_context.GrainId, Self);
        return Begin(PartOf(tx));
    }

    private async ValueTask<VersionedBranch<TState>> Enter(TransactionContext tx)
    {
        if (TryEnter(tx) is { } branch)
            return branch;

        if (Find(tx.Id) is not null)
        {
            // It cannot commit any more, so it need not go on.
            throw new TransactionAbortedException(
                AbortCause.Conflict, $"What transaction {tx.Id} has seen of grain {_context.GrainId} was overwritten.");
        }

        // Of accesses of one transaction that run beside each other, the first enters and the others wait with it.
        if (!_entering.TryGetValue(tx.Id, out var entrance))
        {
            _entering.Add(tx.Id, entrance = new Entrance());
            entrance.Done = JoinAndBegin(tx, entrance);
        }

        try
        {
            return await entrance.Done;
        }
        finally
        {
            _entering.Remove(tx.Id);
        }
    }

    private async Task<VersionedBranch<TState>> JoinAndBegin(TransactionContext tx, Entrance entrance)
    {
        if (tx.Running is { } running)
            running.Join(_context.GrainId, Self);
        else
            await coordinator.JoinElsewhere(tx.Id, Self);

        if (_branches.Count >= _crowd)
        {
            await EndDecided();
            _crowd = Math.Max(CrowdMin, 2 * _branches.Count);
        }

        var branch = PartOf(tx);
        await (branch.HasPriority ? WaitForLock(branch) : WaitUntilOpen(branch));
        if (entrance.IsOver)
        {
            _lock.Release(branch);
            throw IsOver(tx.Id);
        }

        return Begin(branch);
    }

    private VersionedBranch<TState> PartOf(TransactionContext tx) => new(tx.Id, tx.Age, priority.IsNeededBy(tx)) { Store = store };

    private VersionedBranch<TState> Begin(VersionedBranch<TState> branch)
    {
        if (branch.HasPriority)
            _lock.TryTake(branch, AccessMode.Write);

        branch.Version = _version;
        _branches.Add(branch);
        return branch;
    }

    private TransactionAbortedException IsOver(TransactionId id) =>
        new(AbortCause.ParticipantLost, $"Transaction {id} is over; grain {_context.GrainId} is too late.");

    // A transaction on its way in: an abort that comes meanwhile finds nothing else to end here.
    private sealed class Entrance
    {
        public Task<VersionedBranch<TState>> Done { get; set; } = null!;
        public bool IsOver { get; set; }
    }
}
