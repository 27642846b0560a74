using Marketplace.Storage.Postgres.Journaling;

namespace Marketplace.Simulation.Storage;

/// <summary>The journal in the twin of PostgreSQL: its two tables of entries, and its row.</summary>
internal sealed class TwinJournal
{
    private readonly List<JournalEntry>[] _entries = [[], []];

    /// <summary>Whose it is.</summary>
    public long Writer { get; set; }

    /// <summary>How far the tables of the services are.</summary>
    public long Applied { get; set; }

    /// <summary>Position of the last entry; 0 if there is none.</summary>
    public long Last => All.Select(static entry => entry.Position).DefaultIfEmpty().Max();

    /// <summary>The position before all entries that are there.</summary>
    public long First => All.OrderBy(static entry => entry.Position).Select(static entry => entry.Previous).FirstOrDefault(Applied);

    private IEnumerable<JournalEntry> All => _entries[0].Concat(_entries[1]);

    public void Append(int turn, JournalEntry entry) => _entries[turn].Add(entry);

    /// <summary>Whether nothing in a table is behind a position.</summary>
    public bool IsApplied(int turn, long position) => _entries[turn].TrueForAll(entry => entry.Position <= position);

    public void Empty(int turn) => _entries[turn].Clear();

    /// <summary>The entries behind a position, in their order.</summary>
    public IEnumerable<JournalEntry> Behind(long position) =>
        All.Where(entry => entry.Position > position).OrderBy(static entry => entry.Position);
}
