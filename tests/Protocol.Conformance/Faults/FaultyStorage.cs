using System.Collections.Concurrent;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Protocol.Conformance.Faults;

/// <summary>What is stored.</summary>
internal sealed class StoredStates
{
    public ConcurrentDictionary<GrainId, object> All { get; } = new();
}

/// <summary>
/// Keeps states in memory, and fails as planned: as a database does it, a save that fails is the last one of its activation, which ends.
/// </summary>
internal sealed class FaultyStorage<TState>(StoredStates states, FaultPlan plan, IGrainContextAccessor accessor) : IStateStore<TState>
    where TState : class, new()
{
    private readonly IGrainContext _context = accessor.GrainContext;
    private Exception? _failure;

    public ValueTask<TState> Load(CancellationToken cancellationToken) =>
        new(states.All.TryGetValue(_context.GrainId, out var state) ? (TState)state : new TState());

    public async ValueTask Save(TState state)
    {
        await Task.Yield();
        var grain = _context.GrainId.GetIntegerKey();
        if (_failure is not null)
            throw _failure;

        if (plan.Strikes(Fault.SaveFails, grain) || plan.Strikes(Fault.SavesFailForAWhile, grain))
            throw Break(isOutcomeUnknown: false);

        states.All[_context.GrainId] = state;
        if (plan.Strikes(Fault.SaveInDoubt, grain))
            throw Break(isOutcomeUnknown: true);
    }

    public ValueTask Clear()
    {
        states.All.TryRemove(_context.GrainId, out _);
        return ValueTask.CompletedTask;
    }

    private Exception Break(bool isOutcomeUnknown)
    {
        _failure = new StorageUnavailableException("The storage fails on purpose.") { IsOutcomeUnknown = isOutcomeUnknown };
        _context.Deactivate(new DeactivationReason(DeactivationReasonCode.ApplicationRequested, "The state could not be stored."));
        return _failure;
    }
}
