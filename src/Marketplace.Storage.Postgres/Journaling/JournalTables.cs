using Marketplace.Storage.Postgres.Writing;
using Npgsql;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// The journal in PostgreSQL: its two tables of entries, and its row, which says how far the tables of the services are, and whose it is.
/// </summary>
internal static class JournalTables
{
    // How long the one who empties a table waits for somebody who reads it, in milliseconds.
    private const int EmptyWait = 10;

    /// <summary>Its row, where it is not there yet.</summary>
    /// <param name="schema">Where it is: that of the first service of the database.</param>
    public static string Row(string schema) =>
        $"CREATE TABLE IF NOT EXISTS {schema}.journal (writer bigint NOT NULL, applied bigint NOT NULL, as_of timestamptz NOT NULL);\n"
        + $"INSERT INTO {schema}.journal SELECT 0, 0, now() WHERE NOT EXISTS (SELECT FROM {schema}.journal)";

    /// <summary>The tables of its entries, where they are not there yet.</summary>
    public static string Entries(string schema) => string.Join(
        ";\n",
        Enumerable.Range(0, 2).Select(turn =>
            $"CREATE TABLE IF NOT EXISTS {Table(schema, turn)} "
            + "(position bigint NOT NULL, previous bigint NOT NULL, format int NOT NULL, entry bytea NOT NULL) "
            + $"WITH (autovacuum_enabled = off, toast.autovacuum_enabled = off);\n"
            + $"ALTER TABLE {Table(schema, turn)} ALTER COLUMN entry SET STORAGE EXTERNAL"));

    public static string Table(string schema, int turn) => $"{schema}.journal_{(turn == 0 ? 'a' : 'b')}";

    /// <summary>Adds the statement that appends an entry. It goes after the one that notes its batch in the row of the writer.</summary>
    public static void Append(NpgsqlBatch statements, string schema, int turn, JournalEntry entry) => Sql.Add(
        statements,
        $"INSERT INTO {Table(schema, turn)} (position, previous, format, entry) VALUES ($1, $2, $3, $4)",
        Sql.Number(entry.Position),
        Sql.Number(entry.Previous),
        new NpgsqlParameter<int> { TypedValue = entry.Format },
        new NpgsqlParameter<ReadOnlyMemory<byte>> { TypedValue = entry.Bytes });

    /// <summary>
    /// Empties a table, without waiting for who reads it, and not if it has entries that are not applied: this may come to the server late, when its
    /// connection is lost, another one has emptied the table, and it has its turn again.
    /// </summary>
    /// <param name="applied">How far the tables of the services are.</param>
    /// <returns>False if somebody reads it, such as a backup: then entries go on into the other table, until it can be emptied.</returns>
    public static async Task<bool> Empty(NpgsqlConnection connection, string schema, long writer, int turn, long applied)
    {
        await using var transaction = await connection.BeginTransactionAsync();
        await using var statements = new NpgsqlBatch(connection, transaction);
        Sql.Add(statements, $"SELECT set_config('lock_timeout', '{EmptyWait}', true)");
        Hold(statements, schema, writer);
        Sql.Add(statements, $"LOCK TABLE {Table(schema, turn)} IN ACCESS EXCLUSIVE MODE");
        Sql.Add(statements, $"SELECT 1 / (count(*) = 0)::int FROM {Table(schema, turn)} WHERE position > $1", Sql.Number(applied));
        Sql.Add(statements, $"TRUNCATE {Table(schema, turn)}");
        try
        {
            await statements.ExecuteNonQueryAsync();
            await transaction.CommitAsync();
            return true;
        }
        catch (PostgresException exception) when (exception.SqlState == PostgresErrorCodes.LockNotAvailable)
        {
            return false;
        }
    }

    /// <summary>
    /// Adds a statement that keeps the applier out until the transaction ends. Nothing of that stays if another silo has taken over.
    /// </summary>
    private static void Hold(NpgsqlBatch statements, string schema, long writer) => Sql.Add(
        statements,
        Sql.Checked($"UPDATE {schema}.journal SET applied = applied WHERE writer = $1", count: 2),
        Sql.Number(writer),
        Sql.Number(1));

    /// <summary>How far the tables are, as the server says, once no earlier transaction is about to change that.</summary>
    /// <returns>Null if another silo has taken over.</returns>
    public static async Task<long?> Applied(NpgsqlConnection connection, string schema, long writer)
    {
        await using var question = new NpgsqlCommand($"SELECT applied FROM {schema}.journal WHERE writer = $1 FOR UPDATE", connection);
        question.Parameters.Add(Sql.Number(writer));
        return (long?)await question.ExecuteScalarAsync();
    }

    /// <summary>Adds the statement that says how far the tables are. Nothing of its transaction stays if another silo has taken over.</summary>
    /// <param name="asOf">The tables have all that was acknowledged before.</param>
    public static void Note(NpgsqlBatch statements, string schema, long writer, long applied, DateTimeOffset asOf) => Sql.Add(
        statements,
        Sql.Checked($"UPDATE {schema}.journal SET applied = $2, as_of = $4 WHERE writer = $1 AND applied < $2", count: 3),
        Sql.Number(writer),
        Sql.Number(applied),
        Sql.Number(1),
        new NpgsqlParameter<DateTime> { TypedValue = asOf.UtcDateTime });
}
