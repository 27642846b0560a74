using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.OrleansTransactions;

/// <summary>
/// What Orleans stores of the grains of this silo besides their committed states: prepared versions, and which transactions a grain has
/// decided. It outlives an activation, and goes with the silo.
/// </summary>
internal sealed class VersionRecords
{
    private readonly ConcurrentDictionary<GrainId, object> _records = new();

    /// <summary>What has been decided, of transactions of all grains.</summary>
    public Decisions Decisions { get; } = new();

    /// <summary>The record of a grain.</summary>
    /// <returns>The record, which may be new.</returns>
    public VersionRecord<TState> Of<TState>(GrainId grainId)
        where TState : class, new() =>
        (VersionRecord<TState>)_records.GetOrAdd(grainId, static _ => new VersionRecord<TState>());

    /// <summary>Forgets the record of a grain.</summary>
    public void Forget(GrainId grainId) => _records.TryRemove(grainId, out _);
}
