using Marketplace.Protocols.Storage;
using Microsoft.Extensions.Logging;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocols.Saga;

/// <summary>
/// A grain's state under sagas: an update is a step that commits at once and is seen by everybody; the states before and after it are
/// kept until its saga is over.
/// </summary>
internal sealed partial class SagaState<TState>(
    IGrainContextAccessor accessor,
    IStateStore<TState> store,
    IAtomicWrites atomicWrites,
    SagaLog log,
    SagaWaits waits,
    ProtocolMetrics metrics,
    ILogger<SagaState<TState>> logger) : IGrainState<TState>
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;

    // The parts of sagas that are not over, in the order of their last steps; those that are over leave with the next step.
    private readonly List<SagaBranch<TState>> _open = new(1);
    private TState _state = new();
    private IParticipant? _self;

    // After a failed save the state is newer than what is stored: nobody may see it, and the activation is about to end.
    private Exception? _failure;

    private IParticipant Self => _self ??= _context.GrainReference.AsReference<IParticipant>();
    private TState State => _failure is null ? _state : throw _failure;

    public async Task Load(CancellationToken cancellationToken)
    {
        _state = await store.Load(cancellationToken);
        foreach (var branch in log.Take(_context.GrainId)?.Cast<SagaBranch<TState>>() ?? [])
        {
            branch.Store = store;
            _open.Add(branch);
        }
    }

    public TResult Inspect<TResult>(Func<TState, TResult> read)
    {
        // Without the steps of sagas under way, which may be taken back.
        var state = State;
        for (var i = _open.Count - 1; i >= 0; i--)
            state = _open[i] is { IsOpen: true, Step: { } step } && step.CanBeUndoneIn(state) ? step.UndoneIn(state) : state;

        return read(state);
    }

    public ValueTask<TResult> Read<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> read) =>
        new(read(State, argument));

    public ValueTask<TResult> Update<TArgument, TResult>(TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update) =>
        TryUpdate(tx, argument, update, out var result) is { } other ? UpdateAfter(other, tx, argument, update) : new(result);

    public Task OnCommit(TransactionContext tx, CommitAction action)
    {
        (Enter(tx).CommitActions ??= []).Add(action);
        return Task.CompletedTask;
    }

    public async Task Clear(TransactionContext tx)
    {
        // Only a clean-up does this, alone and with no way back.
        await store.Clear();
        _state = new TState();
    }

    private RunningSaga SagaOf(TransactionContext tx) => tx.Running as RunningSaga
        ?? throw new InvalidOperationException($"Grain {_context.GrainId} was called from another silo, which this protocol cannot do.");

    private async ValueTask<TResult> UpdateAfter<TArgument, TResult>(
        RunningSaga other, TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update)
    {
        while (true)
        {
            await waits.Wait(SagaOf(tx), other);
            if (TryUpdate(tx, argument, update, out var result) is not { } another)
                return result;

            other = another;
        }
    }

    // Does the step, or tells whose step could not be taken back after it.
    private RunningSaga? TryUpdate<TArgument, TResult>(
        TransactionContext tx, TArgument argument, Func<TState, TArgument, TResult> update, out TResult result)
    {
        // The function works on a copy: if the step can't be done now, nothing has happened.
        var (before, after) = (State, StateCopy.Of(State));
        result = update(after, argument);
        foreach (var other in _open)
        {
            if (other.Saga != tx.Running && other is { IsOpen: true, Step: { } step } && !step.CanBeUndoneIn(after))
                return other.Saga;
        }

        var write = atomicWrites.Begin();
        var branch = Enter(tx);
        branch.Step = branch.Step?.Then(before, after) ?? new Step<TState>(before, after);
        _state = after;
        Save(branch, write);
        return null;
    }

    // The part of a saga, which is new if it has not been here yet.
    private SagaBranch<TState> Enter(TransactionContext tx)
    {
        var saga = SagaOf(tx);
        var branch = _open.Find(open => open.Saga == saga) ?? new SagaBranch<TState>(saga, _context.GrainId, Self, tx.Log) { Store = store };
        saga.Enter(branch);
        if (_open.Count == 0 || _open[^1] != branch)
        {
            _open.RemoveAll(open => open.IsOver || open == branch);
            _open.Add(branch);
        }

        return branch;
    }

    private void Save(SagaBranch<TState> branch, AtomicWrite? write)
    {
        if (write is not null)
        {
            // What is handed over later is stored later, so what is said of the saga from now on is said of a step that is stored.
            store.Add(write, _state);
            store.AddStep(write, branch.Saga.Id.Number, log.NextNumber(), branch.Step!.Before, branch.Step.After);
            branch.Stored = branch.Step;
            branch.Saving = write.Submit();
            return;
        }

        var saved = store.Save(_state);
        if (saved.IsCompletedSuccessfully)
            branch.Stored = branch.Step;
        else
            branch.Saving = Watch(branch, branch.Step, saved);
    }

    // The saga goes on meanwhile, so that the steps of all its grains can share one write of the storage.
    private async Task Watch(SagaBranch<TState> branch, Step<TState>? step, ValueTask saved)
    {
        try
        {
            await saved;
            branch.Stored = step;
        }
        catch (Exception exception)
        {
            _failure = exception;
            throw;
        }
    }
}
