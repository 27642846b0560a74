using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Recording;

/// <summary>The versions of the stored states of this silo. As many as grains were ever active since it started.</summary>
public sealed class ObjectVersions
{
    private readonly ConcurrentDictionary<GrainId, Cell> _cells = new();
    private int _epoch = 1;

    /// <summary>Counts the restarts, from 1.</summary>
    internal int Epoch => Volatile.Read(ref _epoch);

    /// <summary>Counts all versions from 0 again: what was recorded is dropped. No transaction may be under way.</summary>
    public void Restart() => Interlocked.Increment(ref _epoch);

    /// <summary>The version of a grain's stored state.</summary>
    /// <param name="grainId">The grain.</param>
    /// <returns>The same object for all activations of the grain.</returns>
    internal Cell Of(GrainId grainId) => _cells.GetOrAdd(grainId, static _ => new Cell());

    /// <summary>The version of a stored state; written by the activation of its grain alone.</summary>
    internal sealed class Cell
    {
        /// <summary>The version.</summary>
        public long Version { get; set; }

        /// <summary>The epoch that it is counted in.</summary>
        public int Epoch { get; set; }
    }
}
