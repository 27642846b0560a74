using System.Collections.Concurrent;
using Orleans.Runtime;

namespace Marketplace.Protocols.Recording;

/// <summary>The versions of the stored states of this silo. As many as grains were ever active since it started.</summary>
/// <param name="areShared">Whether grains come from other silos, so that the number that is stored with a state counts.</param>
public sealed class ObjectVersions(bool areShared = false)
{
    private readonly ConcurrentDictionary<GrainId, Cell> _cells = new();

    // Those that an earlier start has stored, whether an activation of this one has had them yet or not.
    private readonly ConcurrentDictionary<(byte Kind, long Key), Cell> _earlier = new();
    private int _epoch = 1;

    /// <summary>Counts the restarts, from 1.</summary>
    internal int Epoch => Volatile.Read(ref _epoch);

    /// <summary>Counts all versions from 0 again: what was recorded is dropped. No transaction may be under way.</summary>
    public void Restart()
    {
        _earlier.Clear();
        Interlocked.Increment(ref _epoch);
    }

    /// <summary>Goes on from a version that an earlier start has stored. To be called before grains load their states.</summary>
    /// <param name="kind">Number of the state.</param>
    /// <param name="key">Key of the grain.</param>
    public void GoOn(byte kind, long key, long version) =>
        _earlier[(kind, key)] = new Cell(kind, key) { Version = version, Epoch = Epoch };

    /// <summary>The last version of each state, as it is stored; of those that have had an update since the versions are counted.</summary>
    /// <returns>Number of the state, key of the grain, and the version.</returns>
    public IEnumerable<(byte Kind, long Key, long Version)> Last()
    {
        var epoch = Epoch;
        return _cells.Values.Concat(_earlier.Values).Distinct().Where(cell => cell.Epoch == epoch && cell.Version > 0)
            .Select(static cell => (cell.Kind, cell.Key, cell.Version));
    }

    /// <summary>A state was loaded, with the number that another silo may have stored with it.</summary>
    /// <param name="number">The number; null where none is kept.</param>
    /// <param name="epoch">The epoch in which loading began: a number of an earlier one does not count.</param>
    internal void Loaded(Cell cell, long? number, int epoch)
    {
        if (areShared && number is { } version)
            (cell.Version, cell.Epoch) = (version, epoch);
    }

    /// <summary>The version of a grain's stored state.</summary>
    /// <returns>The same object for all activations of the grain.</returns>
    internal Cell Of(GrainId grainId, byte kind) => _cells.GetOrAdd(
        grainId,
        static (id, a) => a.Self._earlier.GetValueOrDefault((a.kind, id.GetIntegerKey())) ?? new Cell(a.kind, id.GetIntegerKey()),
        (Self: this, kind));

    /// <summary>The version of a stored state; written by the activation of its grain alone.</summary>
    internal sealed class Cell(byte kind, long key)
    {
        /// <summary>Number of the state.</summary>
        public byte Kind => kind;

        /// <summary>Key of the grain.</summary>
        public long Key => key;

        /// <summary>The version.</summary>
        public long Version { get; set; }

        /// <summary>The epoch that it is counted in.</summary>
        public int Epoch { get; set; }
    }
}
