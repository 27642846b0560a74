using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Orleans.Runtime;

namespace Marketplace.Protocols.Storage.Memory;

/// <summary>The states of the grains of this silo, in memory: the objects themselves, without a copy. They go with the silo.</summary>
internal sealed class MemoryStates : IGrainStorageCatalog
{
    private readonly ConcurrentDictionary<string, ConcurrentDictionary<GrainId, MemoryRecord>> _states = new();

    public bool IsShared => false;

    /// <summary>The records of a state.</summary>
    public ConcurrentDictionary<GrainId, MemoryRecord> Of(string stateName) => _states.GetOrAdd(stateName, static _ => new());

    public async IAsyncEnumerable<GrainId> List(
        string stateName, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        foreach (var grainId in Of(stateName).Keys.Order())
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return grainId;
        }

        await Task.CompletedTask;
    }
}
