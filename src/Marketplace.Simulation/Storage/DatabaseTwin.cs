using Marketplace.Protocols;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Scheduling;
using Marketplace.Storage.Postgres.Journaling;
using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Simulation.Storage;

/// <summary>
/// The twin of PostgreSQL: what is durable, whichever silo wrote it, and what statements make of that. Each call is a transaction: it is done whole
/// or not at all. Only the writer that came last can write, or those of one cluster that nobody has ended.
/// </summary>
/// <param name="home">The machine of the clients, on which it runs: it outlives all silos.</param>
internal sealed class DatabaseTwin(Machine home, Timeline timeline, Mutant mutant, bool isWritten)
{
    // So many entries of the journal are read at a time by who recovers.
    private const int Piece = 8;

    private readonly SortedDictionary<long, WriterRow> _writers = [];
    private readonly List<object> _kept = [];
    private readonly Spell _outage = new(timeline);
    private readonly List<DatabaseLink> _links = [];
    private long _lastWriter;

    public Mutant Mutant => mutant;

    /// <summary>Whether records are written and read as the silo does it.</summary>
    public bool IsWritten => isWritten;

    public TwinTables Tables { get; } = new();

    public TwinJournal Journal { get; } = new();

    public TwinDashboardRows Dashboards { get; } = new(mutant);

    public TwinLogRows Log { get; } = new(isTwice: mutant == Mutant.LoggedTwice);

    /// <summary>The time of the last writer when it wrote, UTC ticks: the next one begins later, whatever its clock says.</summary>
    public long LastTime { get; private set; }

    /// <summary>Whether it answers nobody now.</summary>
    public bool IsAway => _outage.Lasts;

    /// <summary>It answers nobody for some time.</summary>
    public void GoAway(TimeSpan howLong) => _outage.Begin(howLong);

    /// <summary>It answers again.</summary>
    public void ComeBack() => _outage.End();

    /// <summary>A part of a silo gets a way to it.</summary>
    public void Add(DatabaseLink link) => _links.Add(link);

    /// <summary>A silo was killed.</summary>
    /// <param name="silo">Its clock.</param>
    public void Die(MonotonicTime silo, Dice dice)
    {
        foreach (var link in _links.FindAll(link => link.IsOf(silo)))
        {
            _links.Remove(link);
            if (!IsAway)
                link.Die(dice);
        }
    }

    /// <summary>Something arrives later, whatever has become of the silo that sent it.</summary>
    public void Arrive(TimeSpan after, SentTransaction sent) => home.Later(after, () =>
    {
        if (!IsAway)
            sent.TryRun();
    });

    /// <summary>Whether a writer has not been ended.</summary>
    public bool IsThere(long writer) => _writers.ContainsKey(writer);

    /// <summary>Key of the silo that is a writer; null if it was ended.</summary>
    public long? SiloOf(long writer) => _writers.GetValueOrDefault(writer)?.Silo;

    /// <summary>Whether what a writer sends is taken.</summary>
    public bool MayWrite(long writer) => IsThere(writer) || mutant is Mutant.NoFence or Mutant.ZombieAppends;

    /// <summary>
    /// A silo takes the schema. Those that had it can write no more, unless all are of one cluster; what is in their journal comes into the tables.
    /// </summary>
    /// <param name="silo">Its key in the cluster; null for a silo alone.</param>
    /// <returns>Number of the new writer, and how many entries of the journal it has recovered.</returns>
    public (long Writer, int Recovered) TakeOver(long? silo)
    {
        if (silo is null)
            _writers.Clear();
        Journal.Writer = Enter(silo, StoragePart.States);
        return (_lastWriter, Recover());
    }

    /// <summary>A part of a silo enters, that of the states first: it can write until another silo takes the schema, or ends it.</summary>
    /// <param name="silo">Its key in the cluster; null for a silo alone.</param>
    /// <returns>Number of the new writer.</returns>
    public long Enter(long? silo, StoragePart part)
    {
        _writers.Add(++_lastWriter, new WriterRow(silo, part));
        return _lastWriter;
    }

    /// <summary>Changes what is no state.</summary>
    /// <exception cref="PostgresException">The writer was ended.</exception>
    public void Change(long writer, Action change)
    {
        Require(MayWrite(writer));
        change();
    }

    /// <summary>The same; it notes that turns of the writer up to this one are over.</summary>
    /// <exception cref="PostgresException">The writer was ended.</exception>
    public void ChangeInTurn(long writer, long turn, Action change)
    {
        Change(writer, change);
        EndTurn(writer, turn);
    }

    /// <summary>Empties the audit log.</summary>
    /// <param name="turn">Of its writer.</param>
    /// <exception cref="PostgresException">This turn is over.</exception>
    public void EmptyLog(long writer, long turn)
    {
        Require(_writers.GetValueOrDefault(writer) is not { } row || row.Batch < turn || mutant == Mutant.EmptiedLate);
        EndTurn(writer, turn);
        Log.Clear();
    }

    /// <summary>Notes that a turn of a writer is over, and all before it.</summary>
    public void EndTurn(long writer, long turn)
    {
        if (_writers.GetValueOrDefault(writer) is { } row)
            row.Batch = Math.Max(row.Batch, turn);
    }

    /// <summary>Ends a silo of the cluster as a writer of a part: each may lie in a database of its own.</summary>
    /// <param name="silo">Its key.</param>
    public void EndWriter(long silo, StoragePart part)
    {
        foreach (var writer in _writers.Where(row => row.Value.Silo == silo && row.Value.Part == part).Select(static row => row.Key).ToList())
            _writers.Remove(writer);
    }

    /// <summary>Number of the last batch of a writer; null if it was ended.</summary>
    public long? LastBatch(long writer) => _writers.GetValueOrDefault(writer)?.Batch ?? (MayWrite(writer) ? 0 : null);

    /// <summary>Appends a batch to the journal.</summary>
    /// <exception cref="PostgresException">It is not the next one of this writer, or the writer was ended.</exception>
    public void Append(long writer, long batch, DateTimeOffset now, int turn, JournalEntry entry)
    {
        Note(writer, batch, now);
        Journal.Append(turn, entry);
    }

    /// <summary>Writes a batch into the tables.</summary>
    /// <param name="writers">Others that must be there still.</param>
    /// <param name="position">Its position in the journal, if there is one: the tables have all that is before it.</param>
    /// <exception cref="PostgresException">It is not the next one of this writer, or rows are not as they must be.</exception>
    public void Write(
        long writer, long batch, DateTimeOffset now, IReadOnlyCollection<ServiceBatch> services, List<long> writers, long? position)
    {
        Require(services.All(Tables.IsExpected) && writers.TrueForAll(MayWrite));
        Require(position is null || (Owns(writer) && Journal.Applied < position));
        Note(writer, batch, now);
        Journal.Applied = position ?? Journal.Applied;
        Change(services);
    }

    /// <summary>Empties tables.</summary>
    /// <param name="batch">Number of the batch that does it.</param>
    /// <param name="position">Its position in the journal, if there is one.</param>
    /// <exception cref="PostgresException">It is not the next one of this writer, or the writer was ended.</exception>
    public void Empty(long writer, long batch, DateTimeOffset now, Emptied emptied, long? position)
    {
        var isLate = mutant == Mutant.EmptiedLate && LastBatch(writer) > batch;
        if (!isLate)
            Write(writer, batch, now, [], [], position);
        Empty(emptied);
    }

    /// <summary>Brings what is in the journal into the tables.</summary>
    /// <param name="isInDoubt">Whether that may have been done before: then nothing is done if it was.</param>
    /// <exception cref="PostgresException">Another silo has taken over, or rows are not as they must be.</exception>
    public void Apply(long writer, long position, IReadOnlyCollection<ServiceBatch> services, bool isInDoubt)
    {
        var isTwice = mutant == Mutant.WrittenTwice;
        if (isInDoubt && !isTwice && Owns(writer) && Journal.Applied >= position)
            return;
        Require(Owns(writer) && (isTwice || Journal.Applied < position) && services.All(Tables.IsExpected));
        Journal.Applied = position;
        Change(services);
    }

    /// <summary>Empties one of the two tables of the journal.</summary>
    /// <param name="applied">Nothing in it is behind this position.</param>
    /// <exception cref="PostgresException">Another silo has taken over, or something is.</exception>
    public void Empty(long writer, int turn, long applied)
    {
        Require(Owns(writer) && Journal.IsApplied(turn, applied));
        Journal.Empty(turn);
    }

    /// <summary>Whether the journal is a writer's.</summary>
    public bool Owns(long writer) => Journal.Writer == writer || mutant == Mutant.NoFence;

    /// <summary>Keeps an object, so that it need not be written.</summary>
    /// <returns>What stands for it where bytes are stored; no text begins so.</returns>
    public byte[] Keep(object kept)
    {
        _kept.Add(kept);
        return [byte.MaxValue, .. BitConverter.GetBytes(_kept.Count - 1)];
    }

    private void Empty(Emptied emptied)
    {
        switch (emptied)
        {
            case Emptied.FinishedRecords:
                Tables.Archive.Reset();
                break;
            case Emptied.AllFinishedRecords:
                Tables.Archive.Clear();
                break;
            case Emptied.VersionNumbers:
                Tables.Numbers.Clear();
                break;
            case Emptied.DashboardEntries or Emptied.Dashboards:
                Dashboards.Empty(ingestedToo: emptied == Emptied.Dashboards);
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(emptied));
        }
    }

    // All in the transaction in which the silo enters.
    private int Recover()
    {
        var replay = new JournalReplay("twin", mutant == Mutant.EntryAppliedTwice ? Journal.First : Journal.Applied);
        foreach (var piece in Journal.Behind(replay.Position).Chunk(Piece))
        {
            if (mutant == Mutant.EntriesOutOfOrder)
                piece.AsSpan().Reverse();
            foreach (var entry in piece)
                replay.Add(entry);
            Apply(replay);
        }

        replay.End();
        Apply(replay);
        Journal.Empty(0);
        Journal.Empty(1);
        return replay.Count;
    }

    private void Apply(JournalReplay replay)
    {
        if (replay.Take() is not { } services)
            return;
        Require(services.TrueForAll(Tables.IsExpected));
        Change(services);
        Journal.Applied = replay.Applied;
    }

    // In the row of the writer.
    private void Note(long writer, long batch, DateTimeOffset now)
    {
        Require(MayWrite(writer));
        if (_writers.GetValueOrDefault(writer) is { } row)
        {
            Require(row.Batch < batch || mutant == Mutant.WrittenTwice);
            row.Batch = batch;
        }

        LastTime = Math.Max(LastTime, now.UtcTicks);
    }

    private void Change(IReadOnlyCollection<ServiceBatch> services)
    {
        foreach (var service in services)
        {
            Tables.Change(service, record => record[0] == byte.MaxValue ? _kept[BitConverter.ToInt32(record, 1)] : record);
            foreach (var (writer, rows) in service.AllLogged)
                Log.Add(service.Service, writer, rows);
        }
    }

    private static void Require(bool isSo)
    {
        if (!isSo)
            throw new PostgresException("division by zero", "ERROR", "ERROR", Sql.Mismatch);
    }

    private sealed class WriterRow(long? silo, StoragePart part)
    {
        public long? Silo => silo;

        public StoragePart Part => part;

        public long Batch { get; set; }
    }
}

/// <summary>What a silo has in the database, each with a writer of its own.</summary>
internal enum StoragePart
{
    States,
    Dashboards,
    Log,
}
