using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Storage.Memory;

/// <summary>Keeps the state of one grain in memory. Once there is a record, a save is the write of a field.</summary>
internal sealed class MemoryStateStore<TState>(MemoryStates states, IGrainContextAccessor accessor) : IStateStore<TState>
    where TState : class, new()
{
    private readonly ConcurrentDictionary<GrainId, MemoryRecord> _records = states.Of(StateName.Of<TState>());
    private readonly GrainId _grainId = accessor.GrainContext.GrainId;
    private MemoryRecord? _record;

    public ValueTask<TState> Load(CancellationToken cancellationToken)
    {
        _record = _records.GetValueOrDefault(_grainId);
        return new(_record is null ? new TState() : (TState)_record.State);
    }

    public ValueTask Save(TState state)
    {
        if (_record is { } record)
        {
            record.State = state;
        }
        else if (state is not IStorableState { IsEmpty: true })
        {
            // From here on it is found by whoever walks the catalog (exports, reset).
            _records[_grainId] = _record = new MemoryRecord(state);
        }

        return ValueTask.CompletedTask;
    }

    public ValueTask Clear()
    {
        _records.TryRemove(_grainId, out _);
        _record = null;
        return ValueTask.CompletedTask;
    }
}
