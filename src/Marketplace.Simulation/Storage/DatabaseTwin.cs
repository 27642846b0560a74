using Marketplace.Contracts.Entities;
using Marketplace.Grains.AuditLogging;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Orleans.Runtime;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// The twin of PostgreSQL: what is durable, whichever silo wrote it. It takes changes one unit after the other, each whole; only from the
/// writer that came last, which fences those before it, or from those of one cluster that nobody has ended.
/// </summary>
internal sealed class DatabaseTwin(Timeline timeline, Mutant mutant, bool isWritten)
{
    public Mutant Mutant => mutant;

    /// <summary>Whether states and records are written and read as the real formats do it.</summary>
    public bool IsWritten => isWritten;

    private readonly Dictionary<long, long?> _writers = [];
    private long _awayUntil = -1;
    private long _lastWriter;

    /// <summary>States by the name of the state and their grain.</summary>
    public SortedDictionary<(string State, GrainId Grain), StoredRow> States { get; } = new(Rows.ByStateAndGrain);

    /// <summary>Steps of sagas that have no end.</summary>
    public SortedDictionary<(long Saga, GrainId Grain), StoredStep> Steps { get; } = new(Rows.BySagaAndGrain);

    /// <summary>Finished records, in the order in which they came.</summary>
    public ArchivedRecords Archive { get; } = new();

    public List<LogRecord> Log { get; } = [];

    public SortedSet<int> KnownSellers { get; } = [];

    /// <summary>Ongoing entries of sellers.</summary>
    public SortedDictionary<(int Seller, int Customer, int Order), IReadOnlyList<OrderEntry>> Entries { get; } = [];

    /// <summary>What silos of a cluster have given to others to be stored, by its number.</summary>
    public Dictionary<long, Unit> WriteSets { get; } = [];

    /// <summary>The time of the last writer when it wrote, UTC ticks: the next one begins later, whatever its clock says.</summary>
    public long LastTime { get; set; }

    /// <summary>Whether it answers nobody now.</summary>
    public bool IsAway => timeline.Now < _awayUntil;

    /// <summary>It answers nobody for some time.</summary>
    public void GoAway(TimeSpan howLong) => _awayUntil = Math.Max(_awayUntil, timeline.Now + howLong.Ticks);

    /// <summary>It answers again.</summary>
    public void ComeBack() => _awayUntil = -1;

    /// <summary>Whether a writer has not been ended: what others send is refused.</summary>
    public bool MayWrite(long writer) => _writers.ContainsKey(writer);

    /// <summary>A silo takes the schema; those that had it can write no more, unless all are of one cluster.</summary>
    /// <param name="silo">Its key in the cluster; null for a silo alone.</param>
    /// <returns>Number of the new writer.</returns>
    public long TakeOver(long? silo)
    {
        if (silo is null)
            _writers.Clear();
        _writers.Add(++_lastWriter, silo);
        return _lastWriter;
    }

    /// <summary>Ends a silo of the cluster as a writer.</summary>
    /// <param name="silo">Its key.</param>
    public void EndWriter(long silo)
    {
        foreach (var (writer, key) in _writers)
        {
            if (key == silo)
                _writers.Remove(writer);
        }
    }
}

/// <summary>A state as it is stored.</summary>
/// <param name="State">The state; it changes no more.</param>
/// <param name="Number">Number of its version among those that are recorded; 0 for none.</param>
/// <param name="Version">The version by which silos of a cluster know whether another one wrote it; 0 where there is no state.</param>
internal sealed record StoredRow(object? State, long Number, long Version = 0);

/// <summary>A saga's step as it is stored, with the states before and after it, and what leaves its grain with it.</summary>
internal sealed record StoredStep(long Number, object Before, object After, IReadOnlyList<byte[]> Actions);

/// <summary>A change that is a part of a unit.</summary>
/// <param name="database">What is changed.</param>
internal delegate void Change(DatabaseTwin database);

/// <summary>Orders of rows, the same in each process.</summary>
internal static class Rows
{
    public static readonly IComparer<(string State, GrainId Grain)> ByStateAndGrain = Comparer<(string State, GrainId Grain)>.Create(
        static (a, b) => string.CompareOrdinal(a.State, b.State) is var order and not 0 ? order : a.Grain.CompareTo(b.Grain));

    public static readonly IComparer<(long Saga, GrainId Grain)> BySagaAndGrain = Comparer<(long Saga, GrainId Grain)>.Create(
        static (a, b) => a.Saga.CompareTo(b.Saga) is var order and not 0 ? order : a.Grain.CompareTo(b.Grain));
}
