using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Storage;

/// <summary>
/// Which grains of this silo have their state in memory. A storage registers it if to load a state takes time: then transactions that
/// declare their grains have the others loaded before they take places or locks, and nobody waits in line behind a load.
/// </summary>
/// <remarks>As many entries as activations.</remarks>
public sealed class ResidentSet
{
    private readonly ConcurrentDictionary<GrainId, bool> _grains = new();

    /// <summary>A grain's state is loaded.</summary>
    public void Add(GrainId grain) => _grains[grain] = true;

    /// <summary>A grain's activation ends.</summary>
    public void Remove(GrainId grain) => _grains.TryRemove(grain, out _);

    /// <summary>Whether a grain's state is loaded.</summary>
    public bool Has(GrainId grain) => _grains.ContainsKey(grain);
}
