using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocol.Conformance.Faults;

/// <summary>The saves of one grain fail, from one of them on, so many times: an outage that does not depend on how fast the machine is.</summary>
/// <param name="before">How many of them succeed before.</param>
internal sealed class Absence(int grain, int before, int failures)
{
    private readonly TaskCompletionSource _over = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _count;

    /// <summary>Whether a save has failed.</summary>
    public bool HasBegun => Volatile.Read(ref _count) > before;

    /// <summary>Ends with the last save that fails: somebody tries for as long as it takes.</summary>
    public Task Over => _over.Task;

    /// <summary>Whether a save fails.</summary>
    public bool Strikes(long where)
    {
        if (where != grain)
            return false;

        var number = Interlocked.Increment(ref _count);
        if (number == before + failures)
            _over.SetResult();

        return number > before && number <= before + failures;
    }
}

/// <summary>Keeps states in memory; a save that fails is the last one of its activation, which ends.</summary>
internal sealed class AbsentStorage<TState>(StoredStates states, Absence absence, IGrainContextAccessor accessor) : IStateStore<TState>
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;
    private Exception? _failure;

    public ValueTask<TState> Load(CancellationToken cancellationToken) =>
        new(states.All.TryGetValue(_context.GrainId, out var state) ? (TState)state : new TState());

    public async ValueTask Save(TState state)
    {
        await Task.Yield();
        if (_failure is null && absence.Strikes(_context.GrainId.GetIntegerKey()))
        {
            _failure = new StorageUnavailableException("The storage is away on purpose.");
            _context.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "The state could not be stored."));
        }

        states.All[_context.GrainId] = _failure is null ? state : throw _failure;
    }

    public ValueTask Clear()
    {
        states.All.TryRemove(_context.GrainId, out _);
        return ValueTask.CompletedTask;
    }
}
