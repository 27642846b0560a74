using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Locking;

/// <summary>
/// A grain's state under strict two-phase locking: a transaction writes to a copy of its own, which replaces the state when it
/// commits; locks are held until then.
/// </summary>
internal sealed partial class LockedState<TState>(
    IGrainContextAccessor accessor,
    IStateStore<TState> store,
    Coordinator coordinator,
    ActivationHandoff handoff,
    IWaitRule rule,
    ProtocolOptions options,
    ProtocolMetrics metrics,
    TimeProvider time,
    ResidentSet? resident = null) : IGrainState<TState>
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;
    private readonly GrainLock<TState> _lock = new();
    private readonly Dictionary<TransactionId, Task<LockHolder<TState>>> _entering = [];
    private readonly Latecomers _latecomers = new();
    private TState _committed = new();
    private IParticipant? _self;

    private IParticipant Self => _self ??= _context.GrainReference.AsReference<IParticipant>();

    public TResult Inspect<TResult>(Func<TState, TResult> read) => read(_committed);

    public ValueTask<TResult> Read<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> read)
    {
        return TryEnter(tx, AccessMode.Read) is { } holder
            ? new(read(holder.Working ?? _committed, argument))
            : ReadLater(tx, argument, read);
    }

    public ValueTask<TResult> Update<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update)
    {
        return TryEnter(tx, AccessMode.Write) is { } holder
            ? new(update(WorkingCopy(holder), argument))
            : UpdateLater(tx, argument, update);
    }

    public Task OnCommit(TransactionContext tx, CommitAction action)
    {
        if (TryEnter(tx, AccessMode.Write) is not { } holder)
            return AddLater(tx, action);

        (holder.CommitActions ??= []).Enqueue(action);
        return Task.CompletedTask;
    }

    public async Task Clear(TransactionContext tx)
    {
        // Only a clean-up does this, alone and with no way back.
        var holder = await Enter(tx, AccessMode.Write);
        await store.Clear();
        holder.Working = null;
        _committed = new TState();
    }

    private async ValueTask<TResult> ReadLater<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> read) =>
        read((await Enter(tx, AccessMode.Read)).Working ?? _committed, argument);

    private async ValueTask<TResult> UpdateLater<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update) =>
        update(WorkingCopy(await Enter(tx, AccessMode.Write)), argument);

    private async Task AddLater(TransactionContext tx, CommitAction action) =>
        ((await Enter(tx, AccessMode.Write)).CommitActions ??= []).Enqueue(action);

    private TState WorkingCopy(LockHolder<TState> holder) => holder.Working ??= StateCopy.Of(_committed);

    private LockHolder<TState> NewHolder(TransactionId id, long age, AccessMode wanted) => new(id, age, wanted) { Store = store };

    // The lock if the transaction has it or can have it at once: without an await.
    private LockHolder<TState>? TryEnter(TransactionContext tx, AccessMode mode)
    {
        if (_lock.Find(tx.Id) is { } holder)
            return holder.Mode == AccessMode.Write || mode == AccessMode.Read || TryUpgrade(holder) ? holder : null;

        mode = rule.ModeOf(tx, mode);
        if (!rule.TakesUndeclared || tx.Running is not { } running || !_lock.IsFree(mode))
            return null;

        running.Join(_context.GrainId, Self);
        var taken = NewHolder(tx.Id, tx.Age, mode);
        _lock.Take(taken);
        return taken;
    }

    private bool TryUpgrade(LockHolder<TState> holder)
    {
        if (!_lock.CanUpgrade(holder))
            return false;

        holder.Mode = holder.Wanted = AccessMode.Write;
        return true;
    }

    private async ValueTask<LockHolder<TState>> Enter(TransactionContext tx, AccessMode mode)
    {
        if (TryEnter(tx, mode) is { } holder)
            return holder;

        if (_lock.Find(tx.Id) is { } reader)
            return await Wait(reader, AccessMode.Write);

        if (!rule.TakesUndeclared)
        {
            throw new TransactionAbortedException(
                AbortCause.ParticipantLost,
                $"Grain {_context.GrainId} has forgotten its part of transaction {tx.Id}, or the transaction did not declare it.");
        }

        // Of accesses of one transaction that run beside each other, the first enters and the others wait with it.
        if (!_entering.TryGetValue(tx.Id, out var entering))
        {
            entering = JoinAndAcquire(tx, rule.ModeOf(tx, mode));
            _entering.Add(tx.Id, entering);
        }

        try
        {
            await entering;
        }
        finally
        {
            _entering.Remove(tx.Id);
        }

        // The one that entered may have asked for less.
        return await Enter(tx, mode);
    }

    private async Task<LockHolder<TState>> JoinAndAcquire(TransactionContext tx, AccessMode mode)
    {
        if (tx.Running is { } running)
            running.Join(_context.GrainId, Self);
        else
            await coordinator.JoinElsewhere(tx.Id, Self);

        return await Acquire(tx.Id, tx.Age, mode);
    }

    private async ValueTask<LockHolder<TState>> Acquire(TransactionId id, long age, AccessMode mode)
    {
        // A message that comes twice asks once.
        if ((_lock.Find(id) ?? _lock.FindWaiting(id)) is { } known)
            return await WaitWith(known);

        if (IsOver(id))
        {
            throw new TransactionAbortedException(
                AbortCause.ParticipantLost, $"Transaction {id} is over; grain {_context.GrainId} is too late.");
        }

        var holder = NewHolder(id, age, mode);
        if (!_lock.IsFree(mode))
            return await Wait(holder, mode);

        _lock.Take(holder);
        return holder;
    }

    private bool IsOver(TransactionId id) => coordinator.IsOver(id) || _latecomers.Has(id);

    private static async ValueTask<LockHolder<TState>> WaitWith(LockHolder<TState> holder)
    {
        if (holder.Granted is { } granted)
            await granted.Task;

        return holder;
    }

    private async ValueTask<LockHolder<TState>> Wait(LockHolder<TState> holder, AccessMode wanted)
    {
        if (!rule.MayWait(holder, _lock))
        {
            throw new TransactionAbortedException(
                AbortCause.Conflict, $"Transaction {holder.Id} gave way to an older one at grain {_context.GrainId}.");
        }

        metrics.Waited();
        var granted = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        (holder.Wanted, holder.Granted) = (wanted, granted);
        _lock.Queue(holder);
        try
        {
            await granted.Task.WaitAsync(options.Timeout, time);
        }
        catch (TimeoutException)
        {
            _lock.Leave(holder);
            await EndDecided();
            throw new TransactionAbortedException(
                AbortCause.Timeout, $"Transaction {holder.Id} waited longer than {options.Timeout} for grain {_context.GrainId}.");
        }

        holder.Granted = null;
        return holder;
    }
}
