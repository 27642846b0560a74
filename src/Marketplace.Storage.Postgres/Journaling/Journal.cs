using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// What was committed and may not be in the tables yet: an entry a batch, in one of two tables. While one is appended to the other is emptied, once
/// the tables have all that is in it.
/// </summary>
/// <param name="schema">Where it is: that of the first service of the database.</param>
internal sealed class Journal(string schema)
{
    // So much goes into one table before the other one has its turn.
    private const long TurnBytes = 32 << 20;

    // How long the one who empties a table waits for somebody who reads it, in milliseconds.
    private const int CutWait = 10;

    private readonly Lock _lock = new();
    private readonly JournalWriter _entry = new();

    // Of each table the position of its last entry; 0 if it is empty.
    private readonly long[] _last = new long[2];

    // Of the entry before the one that is appended; 0 if that is the first of this silo.
    private long _previous;

    private int _turn;
    private long _turnBytes;

    /// <summary>Its row, which says how far the other tables are, where it is not there yet.</summary>
    public static string Row(string schema) =>
        $"CREATE TABLE IF NOT EXISTS {schema}.journal (writer bigint NOT NULL, applied bigint NOT NULL, as_of timestamptz NOT NULL);\n"
        + $"INSERT INTO {schema}.journal SELECT 0, 0, now() WHERE NOT EXISTS (SELECT FROM {schema}.journal)";

    /// <summary>The tables of its entries, where they are not there yet.</summary>
    public static string Tables(string schema) => string.Join(
        ";\n",
        Enumerable.Range(0, 2).Select(turn =>
            $"CREATE TABLE IF NOT EXISTS {Table(schema, turn)} "
            + "(position bigint NOT NULL, previous bigint NOT NULL, format int NOT NULL, entry bytea NOT NULL) "
            + $"WITH (autovacuum_enabled = off, toast.autovacuum_enabled = off);\n"
            + $"ALTER TABLE {Table(schema, turn)} ALTER COLUMN entry SET STORAGE EXTERNAL"));

    public static string Table(string schema, int turn) => $"{schema}.journal_{(turn == 0 ? 'a' : 'b')}";

    /// <summary>Makes the entry of a batch.</summary>
    /// <returns>Its bytes, until the next one is made.</returns>
    public ReadOnlyMemory<byte> Encode(Batch batch)
    {
        _entry.Clear();
        JournalFormat.Write(_entry, batch.Services);
        return _entry.Written;
    }

    /// <summary>Adds the statement that appends an entry. It goes after the one that notes its batch in the row of the writer.</summary>
    public void Append(NpgsqlBatch statements, long position, ReadOnlyMemory<byte> entry)
    {
        int turn;
        lock (_lock)
        {
            if (_turnBytes > TurnBytes && _last[1 - _turn] == 0)
                (_turn, _turnBytes) = (1 - _turn, 0);

            turn = _turn;
            _last[turn] = position;
            _turnBytes += entry.Length;
        }

        Sql.Add(
            statements,
            $"INSERT INTO {Table(schema, turn)} (position, previous, format, entry) VALUES ($1, $2, $3, $4)",
            Sql.Number(position),
            Sql.Number(_previous),
            new NpgsqlParameter<int> { TypedValue = JournalFormat.Version },
            new NpgsqlParameter<ReadOnlyMemory<byte>> { TypedValue = entry });
    }

    /// <summary>An entry is durable: the next one says that it comes after it.</summary>
    public void Appended(long position) => _previous = position;

    /// <summary>
    /// Empties the table that has no turn, if all that is in it is in the tables of the services. It does not wait for who reads it.
    /// </summary>
    public async Task Cut(NpgsqlConnection connection, long writer, long applied)
    {
        int idle;
        lock (_lock)
        {
            idle = 1 - _turn;
            if (_last[idle] == 0 || _last[idle] > applied)
                return;
        }

        await using var cut = new NpgsqlBatch(connection);
        Sql.Add(cut, $"SELECT set_config('lock_timeout', '{CutWait}', true)");
        Hold(cut, writer);
        Sql.Add(cut, $"TRUNCATE {Table(schema, idle)}");
        try
        {
            await cut.ExecuteNonQueryAsync();
        }
        catch (PostgresException exception) when (exception.SqlState == PostgresErrorCodes.LockNotAvailable)
        {
            // A backup reads it. Entries go on into the other table, until it can be emptied.
            return;
        }

        lock (_lock)
        {
            _last[idle] = 0;
        }
    }

    /// <summary>
    /// Adds a statement that keeps the applier out until the transaction ends. Nothing of that stays if another silo has taken over.
    /// </summary>
    public void Hold(NpgsqlBatch statements, long writer) => Sql.Add(
        statements,
        Sql.Checked($"UPDATE {schema}.journal SET applied = applied WHERE writer = $1", count: 2),
        Sql.Number(writer),
        Sql.Number(1));

    /// <summary>How far the tables are, as the server says, once no earlier transaction is about to change that.</summary>
    /// <returns>Null if another silo has taken over.</returns>
    public async Task<long?> Applied(NpgsqlConnection connection, long writer)
    {
        await using var question = new NpgsqlCommand($"SELECT applied FROM {schema}.journal WHERE writer = $1 FOR UPDATE", connection);
        question.Parameters.Add(Sql.Number(writer));
        return (long?)await question.ExecuteScalarAsync();
    }

    /// <summary>Adds the statement that says how far the tables are. Nothing of its transaction stays if another silo has taken over.</summary>
    /// <param name="asOf">The tables have all that was acknowledged before.</param>
    public void Note(NpgsqlBatch statements, long writer, long applied, DateTimeOffset asOf) => Sql.Add(
        statements,
        Sql.Checked($"UPDATE {schema}.journal SET applied = $2, as_of = $4 WHERE writer = $1 AND applied < $2", count: 3),
        Sql.Number(writer),
        Sql.Number(applied),
        Sql.Number(1),
        new NpgsqlParameter<DateTime> { TypedValue = asOf.UtcDateTime });
}
