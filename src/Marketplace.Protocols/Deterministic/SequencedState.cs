using Marketplace.Protocols.Commit;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Deterministic;

/// <summary>
/// A grain's state under a <see cref="LockManager"/>: who touches it is the only one that may. It writes to a copy, which replaces the state
/// once the transaction is committed; the next transaction to come sees to that if the grain has not been told yet.
/// </summary>
internal sealed partial class SequencedState<TState>(
    IGrainContextAccessor accessor,
    IStateStore<TState> store,
    ActivationHandoff handoff,
    ProtocolMetrics metrics,
    ResidentSet? resident = null) : IGrainState<TState>
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;
    private TState _committed = new();
    private Unsettled _unsettled = new();
    private IParticipant? _self;

    private IParticipant Self => _self ??= _context.GrainReference.AsReference<IParticipant>();

    public async Task Load(CancellationToken cancellationToken)
    {
        _committed = await store.Load(cancellationToken);
        await handoff.TakeUp<Unsettled>(_context.GrainId, async unsettled =>
        {
            foreach (var writes in unsettled.WriteSets)
                _committed = await writes.TakeUp(store, _committed, cancellationToken);

            _committed = unsettled.Unsaved ?? _committed;
            _unsettled = unsettled;
        });
        resident?.Add(_context.GrainId);
    }

    public TResult Inspect<TResult>(Func<TState, TResult> read) => read(_committed);

    public ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read) =>
        new(read(tx.Running is ValidatedRead reading ? Show(reading) : Enter(tx, AccessMode.Read)?.Working ?? Committed(tx.Running!), argument));

    public ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update)
    {
        var writes = Enter(tx, AccessMode.Write)!;
        return new(update(writes.Working ??= StateCopy.Of(_committed), argument));
    }

    public Task OnCommit(TransactionContext tx, CommitAction action)
    {
        (Enter(tx, AccessMode.Write)!.CommitActions ??= []).Enqueue(action);
        return Task.CompletedTask;
    }

    public async Task Clear(TransactionContext tx)
    {
        // Only a clean-up does this, alone and with no way back.
        Enter(tx, AccessMode.Write)!.Working = null;
        await store.Clear();
        _committed = new TState();
        _unsettled.Clear();
    }

    private TState Show(ValidatedRead reading)
    {
        TakeDecided();
        reading.See(_context.GrainId, Self, _committed);
        return Committed(reading);
    }

    // Who has read what is not stored yet is answered when it is.
    private TState Committed(RunningTransaction reader)
    {
        if (_unsettled.Storing is { IsCompletedSuccessfully: false } storing)
            reader.DependOn(storing);

        return _committed;
    }

    // The write set of a transaction; null if it has only read so far.
    private WriteSet<TState>? Enter(TransactionContext tx, AccessMode mode)
    {
        if (tx.Running is not SequencedTransaction transaction)
            throw new InvalidOperationException($"Grain {_context.GrainId} was called from another silo, which this protocol cannot do.");

        foreach (var writes in _unsettled.WriteSets)
        {
            if (writes.Transaction == transaction)
                return transaction.Outcome == TransactionOutcome.Running ? writes : throw IsOver(transaction);
        }

        TakeDecided();
        if (transaction.RequestOf(_context.GrainId) is not { } request || (mode == AccessMode.Write && !request.IsWrite))
        {
            throw transaction.Outcome == TransactionOutcome.Running
                ? new InvalidOperationException($"Transaction \"{tx.Tid}\" ({tx.Kind}) has not declared to {mode} grain {_context.GrainId}.")
                : IsOver(transaction);
        }

        if (mode == AccessMode.Read)
            return null;

        transaction.Join(request);
        var joined = new WriteSet<TState>(transaction) { Store = store };
        if (transaction.IsStoredWhole)
            transaction.Add(joined);

        _unsettled.WriteSets.Add(joined);
        return joined;
    }

    private TransactionAbortedException IsOver(SequencedTransaction transaction) =>
        new(AbortCause.ParticipantLost, $"Transaction {transaction.Id} is over; it is too late for grain {_context.GrainId}.");
}
