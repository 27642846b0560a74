using Marketplace.Protocols.Storage;

namespace Marketplace.Protocols.None;

/// <summary>
/// A grain's state without a protocol: functions run on it directly, each update is stored by itself, and an emission leaves at once.
/// </summary>
internal sealed class DirectState<TState>(IStateStore<TState> store) : IGrainState<TState>
    where TState : class, new()
{
    private TState _state = new();

    // After a failed save the state is newer than what is stored: nobody may see it, and the activation is about to end.
    private Exception? _failure;

    private TState State => _failure is null ? _state : throw _failure;

    public async Task Load(CancellationToken cancellationToken) => _state = await store.Load(cancellationToken);

    public Task Unload() => Task.CompletedTask;

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
        if (!saved.IsCompletedSuccessfully)
        {
            return After(saved, result);
        }

        saved.GetAwaiter().GetResult();
        return new(result);
    }

    public Task Emit(TransactionContext tx, Emission emission) => emission.Release();

    public async Task Clear(TransactionContext tx)
    {
        _state = new TState();
        await store.Clear();
    }

    private async ValueTask<TResult> After<TResult>(ValueTask saved, TResult result)
    {
        try
        {
            await saved;
            return result;
        }
        catch (Exception exception)
        {
            _failure = exception;
            throw;
        }
    }
}
