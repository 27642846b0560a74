using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Runtime;
using Orleans.Storage;

namespace Marketplace.Protocols.None;

/// <summary>
/// A grain's state without a protocol: functions run on it directly, and an emission leaves at once. The state is stored when it
/// comes into being and when the grain is deactivated.
/// </summary>
internal sealed class DirectState<TState>(
    IGrainContextAccessor accessor,
    [FromKeyedServices(DirectState<TState>.Provider)] IGrainStorage storage) : IGrainState<TState>
    where TState : class, new()
{
    private const string Provider = "Default";

    private readonly GrainId _grainId = accessor.GrainContext.GrainId;
    private readonly GrainState<TState> _record = new() { State = new TState() };
    private bool _changed;

    // A storage may leave nothing where it has nothing.
    private TState State => _record.State ??= new TState();

    public Task Load(CancellationToken cancellationToken) => storage.ReadStateAsync(StateName.Of<TState>(), _grainId, _record);

    public Task Unload() => _changed && _record.RecordExists ? Store() : Task.CompletedTask;

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
        _changed = true;
        return _record.RecordExists || State is IStorableState { IsEmpty: true } ? new(result) : StoreFirst(result);
    }

    public Task Emit(TransactionContext tx, Emission emission) => emission.Release();

    public async Task Clear(TransactionContext tx)
    {
        await storage.ClearStateAsync(StateName.Of<TState>(), _grainId, _record);
        _record.State = new TState();
        _record.RecordExists = false;
        _changed = false;
    }

    // From here on the record is found by whoever walks the storage (exports, reset).
    private async ValueTask<TResult> StoreFirst<TResult>(TResult result)
    {
        await Store();
        return result;
    }

    private async Task Store()
    {
        _changed = false;
        await storage.WriteStateAsync(StateName.Of<TState>(), _grainId, _record);
    }
}
