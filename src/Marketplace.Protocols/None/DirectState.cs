using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.None;

/// <summary>
/// A grain's state without a protocol: functions run on it directly, each update is stored by itself, and a commit action runs when the
/// updates before it are stored. The transaction waits for that at its end, or, called from another silo, here.
/// </summary>
internal sealed class DirectState<TState>(IStateStore<TState> store) : IGrainState<TState>
    where TState : class, new()
{
    private TState _state = new();

    // The last save, which those before it precede, and the beginning of the last commit action.
    private Task _saving = Task.CompletedTask;
    private Task _emitting = Task.CompletedTask;

    // After a failed save the state is newer than what is stored: nobody may see it, and the activation is about to end.
    private Exception? _failure;

    private TState State => _failure is null ? _state : throw _failure;

    public async Task Load(CancellationToken cancellationToken) => _state = await store.Load(cancellationToken);

    // The next activation loads what is stored, so all must be.
    public async Task Unload()
    {
        await _saving.Ended();
        await _emitting.Ended();
    }

    public TResult Inspect<TResult>(Func<TState, TResult> read) => read(State);

    public Task<ParticipantAnswer> Receive(ProtocolMessage message) =>
        throw new NotSupportedException("Without a protocol there is nobody who would send a message.");

    public ValueTask<TResult> Read<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> read) =>
        new(read(State, argument));

    public ValueTask<TResult> Update<TArgument, TResult>(
        TransactionContext tx,
        TArgument argument,
        Func<TState, TArgument, TResult> update)
    {
        var result = update(State, argument);
        var saved = store.Save(_state);
        if (saved.IsCompletedSuccessfully)
            return new(result);

        var saving = _saving = Watch(saved);
        if (tx.Pending is not { } pending)
            return After(saving, result);

        pending.Add(saving);
        return new(result);
    }

    public Task OnCommit(TransactionContext tx, CommitAction action)
    {
        if (_saving.IsCompletedSuccessfully && _emitting.IsCompleted)
            return action.OnCommit();

        var begun = Begin(_saving, _emitting, action);
        _emitting = begun;
        var left = End(begun);
        if (tx.Pending is not { } pending)
            return left;

        pending.Add(left);
        return Task.CompletedTask;
    }

    public async Task Clear(TransactionContext tx)
    {
        _state = new TState();
        await store.Clear();
    }

    // One after the other, but none waits for the end of another: of records for the archive many can share a write.
    private static async Task<Task> Begin(Task saving, Task emitting, CommitAction action)
    {
        await emitting.Ended();
        await saving;
        return action.OnCommit();
    }

    private static async Task End(Task<Task> begun) => await await begun;

    private static async ValueTask<TResult> After<TResult>(Task saving, TResult result)
    {
        await saving;
        return result;
    }

    private async Task Watch(ValueTask saved)
    {
        try
        {
            await saved;
        }
        catch (Exception exception)
        {
            _failure = exception;
            throw;
        }
    }
}
