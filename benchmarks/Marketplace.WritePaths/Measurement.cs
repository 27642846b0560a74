using System.Diagnostics;
using System.Globalization;
using Npgsql;

namespace Marketplace.WritePaths;

/// <summary>Runs one way of writing on empty tables, and says what it cost a transaction.</summary>
internal static class Measurement
{
    private const int Commits = 400;

    private const string Tables = """
        DROP TABLE IF EXISTS state, item, record, journal;
        CREATE TABLE state (grain bigint PRIMARY KEY, version bigint NOT NULL, document json NOT NULL) WITH (fillfactor = 50);
        INSERT INTO state SELECT g, 1, '{}' FROM generate_series(0, 19999) g;
        CREATE TABLE item (grain bigint, part text, id bigint, document json NOT NULL, PRIMARY KEY (grain, part, id)) WITH (fillfactor = 50);
        CREATE TABLE record (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key int NOT NULL, record json NOT NULL);
        CREATE INDEX record_key ON record (key, id);
        CREATE TABLE journal (position bigint NOT NULL, entry bytea NOT NULL);
        CHECKPOINT
        """;

    private const string Setup = "SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off";

    /// <returns>A row of the table.</returns>
    public static async Task<string> Of(NpgsqlDataSource source, IWritePath path)
    {
        await Execute(source, Tables);
        await using var connection = await source.OpenConnectionAsync();
        await using (var setup = new NpgsqlCommand($"{Setup}; {path.Setup}", connection))
            await setup.ExecuteNonQueryAsync();

        var commits = GroupCommit.Sequence(Commits).ToList();
        var wal = await Wal(source);
        var (since, server, client) = (Stopwatch.GetTimestamp(), Cpu(connection.ProcessID), Cpu(Environment.ProcessId));
        await path.Write(connection, commits);
        var elapsed = Stopwatch.GetElapsedTime(since);
        (server, client) = (Cpu(connection.ProcessID) - server, Cpu(Environment.ProcessId) - client);
        wal = await Wal(source) - wal;
        const double transactions = Commits * GroupCommit.Transactions;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {path.Name} | {elapsed.TotalMicroseconds / transactions:0} | {server / transactions:0} | {client / transactions:0} | "
            + $"{wal / transactions / 1024:0.0} |");
    }

    private static async Task Execute(NpgsqlDataSource source, string statements)
    {
        await using var command = source.CreateCommand(statements);
        await command.ExecuteNonQueryAsync();
    }

    private static async Task<double> Wal(NpgsqlDataSource source)
    {
        await using var question = source.CreateCommand("SELECT (pg_current_wal_insert_lsn() - '0/0')::float8");
        return (double)(await question.ExecuteScalarAsync())!;
    }

    // Of a process of this machine, in µs. The name of a process may have blanks; what follows it has none.
    private static double Cpu(int process)
    {
        const double microsecondsOfTick = 10_000;
        var text = File.ReadAllText($"/proc/{process}/stat");
        var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
        return microsecondsOfTick * (long.Parse(fields[11], CultureInfo.InvariantCulture) + long.Parse(fields[12], CultureInfo.InvariantCulture));
    }
}
