using System.Globalization;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Logging;
using Npgsql;
using NpgsqlTypes;

namespace Marketplace.Storage.Postgres.Journaling;

/// <summary>
/// Brings into the tables what the last silo committed and did not apply any more: in the transaction in which this one enters, so that it is done
/// once, whoever else wants to, and again if this silo dies in the middle of it.
/// </summary>
internal sealed class JournalRecovery(Database database, NpgsqlConnection connection, TimeProvider time, CancellationToken cancellationToken)
{
    // So many entries are read at a time, and applied together.
    private const int Piece = 256;

    private int _batches;
    private long _bytes;

    /// <summary>Makes the tables of the journal, applies what is in it, and empties it.</summary>
    /// <exception cref="LayoutException">Another version of the silo has written it, or it is damaged, or it can't be applied from here.</exception>
    public async Task Run(ILogger logger)
    {
        var since = time.GetTimestamp();
        var schemas = await Schemas();
        foreach (var service in Services.All.Except(database.Services))
        {
            if (schemas.Contains(Services.Schema(service)))
                await MakeSureItIsEmpty(Services.Schema(service));
        }

        // A silo whose services were put together in another way has its journal with another one of them.
        var own = Services.Schema(database.Services[0]);
        await Execute(JournalTables.Row(own));
        foreach (var schema in database.Services.Select(Services.Schema).Where(schema => schema == own || schemas.Contains(schema)))
            await Recover(schema, schema == own ? database.Guard.Writer : 0);

        if (_batches > 0)
            logger.Recovered(_batches, _bytes >> 10, time.GetElapsedTime(since), database.Name);
    }

    private static string Entries(string schema, string columns, string condition) =>
        $"SELECT {columns} FROM (TABLE {JournalTables.Table(schema, 0)} UNION ALL TABLE {JournalTables.Table(schema, 1)}) AS j WHERE {condition}";

    private Task<object?> Execute(string statement) => SchemaSetup.Execute(connection, statement, cancellationToken);

    // Those with a journal that this role may read.
    private async Task<HashSet<string>> Schemas()
    {
        var found = new HashSet<string>(StringComparer.Ordinal);
        await using var question = new NpgsqlCommand(
            "SELECT n.nspname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = 'journal' "
            + "AND n.nspname = ANY ($1) AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')",
            connection);
        question.Parameters.Add(new NpgsqlParameter
        {
            Value = Services.All.Select(Services.Schema).ToArray(),
            NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text,
        });
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        while (await rows.ReadAsync(cancellationToken))
            found.Add(rows.GetString(0));

        return found;
    }

    // What is in a journal may be of a service that has its tables here.
    private async Task MakeSureItIsEmpty(string schema)
    {
        if (await Execute($"SELECT EXISTS ({Entries(schema, "", $"position > (SELECT applied FROM {schema}.journal)")})") is true)
        {
            throw JournalReplay.Refuse(
                schema, "its service connects in another way now: start the silo once with the settings that it had, and stop it");
        }
    }

    private async Task Recover(string schema, long writer)
    {
        // Who is behind writes nothing after this: its transactions look for its number here.
        await Execute(string.Create(CultureInfo.InvariantCulture, $"UPDATE {schema}.journal SET writer = {writer}"));
        await Execute(JournalTables.Entries(schema));
        var replay = new JournalReplay(schema, (long)(await Execute($"SELECT applied FROM {schema}.journal"))!);
        while (await Read(schema, replay.Position) is { Count: > 0 } entries)
        {
            entries.ForEach(replay.Add);
            await Apply(schema, writer, replay);
        }

        replay.End();
        await Apply(schema, writer, replay);
        (_batches, _bytes) = (_batches + replay.Count, _bytes + replay.Bytes);
        for (var turn = 0; turn < 2; turn++)
            await Execute($"TRUNCATE {JournalTables.Table(schema, turn)}");
    }

    private async Task Apply(string schema, long writer, JournalReplay replay)
    {
        if (replay.Take() is not { } services)
            return;

        await using var statements = new NpgsqlBatch(connection);
        JournalTables.Note(statements, schema, writer, replay.Applied, time.GetUtcNow());
        await TableWriter.Write(connection, statements, database, services);
    }

    private async Task<List<JournalEntry>> Read(string schema, long after)
    {
        var entries = new List<JournalEntry>();
        await using var question = new NpgsqlCommand(
            Entries(schema, "position, previous, format, entry", "position > $1") + $" ORDER BY position LIMIT {Piece}", connection);
        question.Parameters.Add(Sql.Number(after));
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        while (await rows.ReadAsync(cancellationToken))
            entries.Add(new JournalEntry(rows.GetInt64(0), rows.GetInt64(1), rows.GetInt32(2), rows.GetFieldValue<byte[]>(3)));

        return entries;
    }
}
