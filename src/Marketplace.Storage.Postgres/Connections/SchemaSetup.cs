using System.Collections.Frozen;
using Marketplace.Grains.Placement;
using Marketplace.Storage.Postgres.Journaling;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>Makes the schemas of a database's services, and their tables. Silos that start together wait for each other.</summary>
internal static class SchemaSetup
{
    // The version of these tables. A database that has another one is not touched.
    private const int Version = 2;

    // The tables are the same without a journal. A silo that knows of none must not use them afterwards, as it would not look what is in it.
    private const int WithoutJournal = 1;

    // The key of an advisory lock: any number that nobody else uses ("market").
    private const long Lock = 0x6D61726B6574;

    /// <summary>Makes what is not there yet.</summary>
    /// <param name="cancellationToken">Ends it early; then nothing was made.</param>
    /// <exception cref="LayoutException">The tables that are there are of another version of the silo.</exception>
    /// <exception cref="InUseException">A silo that is not of the same cluster uses them.</exception>
    public static Task<Opened> Run(
        Database database, TimeProvider time, ILogger logger, CancellationToken cancellationToken) => database.Guard.Open(
        (connection, service) => CheckVersion(connection, service, cancellationToken),
        async (connection, last) =>
        {
            var schemas = new Dictionary<string, ServiceSchema>(StringComparer.Ordinal);
            foreach (var service in database.Services)
            {
                var schema = Services.Schema(service);
                if (database.StateLayout is { } layout)
                {
                    await CheckLayout(connection, schema, layout.Name, cancellationToken);
                    await Execute(connection, layout.Tables(service), cancellationToken);
                }

                await Execute(connection, database.Tables(service), cancellationToken);
                schemas.Add(service, await Look(connection, schema, cancellationToken));
            }

            // Whoever wrote a journal, one who starts without brings it into the tables too.
            if (database.StateLayout is not null)
                await new JournalRecovery(database, connection, time, cancellationToken).Run(logger);

            return new Opened(last, schemas.ToFrozenDictionary(StringComparer.Ordinal));
        },
        cancellationToken);

    /// <summary>Waits for other silos that make tables, until the transaction ends.</summary>
    public static Task TakeTurn(NpgsqlConnection connection, CancellationToken cancellationToken) =>
        Execute(connection, $"SELECT pg_advisory_xact_lock({Lock})", cancellationToken);

    /// <summary>Makes the schema of a service, if it is not there: a role that may not make schemas is given one that is.</summary>
    public static async Task MakeSchema(NpgsqlConnection connection, string service, CancellationToken cancellationToken)
    {
        var schema = Services.Schema(service);
        if (await Execute(connection, $"SELECT to_regnamespace('{schema}')::text", cancellationToken) is not string)
            await Execute(connection, $"CREATE SCHEMA {schema}", cancellationToken);
    }

    /// <summary>Executes a statement.</summary>
    /// <returns>The first value that it answers; null if none.</returns>
    public static async Task<object?> Execute(NpgsqlConnection connection, string statement, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(statement, connection);
        return await command.ExecuteScalarAsync(cancellationToken);
    }

    // Where the table is that is read and written, and as whom: what the server says, whatever the connection string asked for.
    private static async Task<ServiceSchema> Look(NpgsqlConnection connection, string schema, CancellationToken cancellationToken)
    {
        await using var question = new NpgsqlCommand(
            "SELECT current_database()::text, relnamespace::regnamespace::text, current_user::text "
            + $"FROM pg_class WHERE oid = '{schema}.writer'::regclass",
            connection);
        await using var rows = await question.ExecuteReaderAsync(cancellationToken);
        await rows.ReadAsync(cancellationToken);
        return new ServiceSchema(rows.GetString(0), rows.GetString(1), rows.GetString(2));
    }

    private static async Task CheckVersion(NpgsqlConnection connection, string service, CancellationToken cancellationToken)
    {
        var schema = Services.Schema(service);
        await Execute(connection, OwnTable(schema), cancellationToken);
        await Execute(connection, $"UPDATE {schema}.layout SET version = {Version} WHERE version = {WithoutJournal}", cancellationToken);
        var version = await Execute(connection, $"SELECT version FROM {schema}.layout", cancellationToken);
        if (version is not Version)
        {
            throw new LayoutException(
                $"The schema {schema} has tables of version {version}; this silo needs version {Version}: "
                + "use another database, or drop the schema with all that is in it");
        }
    }

    // Of a schema that was made when there was one layout the name is not noted yet. One that was made for dashboards has no states.
    private static async Task CheckLayout(NpgsqlConnection connection, string schema, string layout, CancellationToken cancellationToken)
    {
        await Execute(
            connection,
            $"UPDATE {schema}.layout SET states = CASE WHEN to_regclass('{schema}.state') IS NULL THEN '{layout}' ELSE 'document' END "
            + "WHERE states IS NULL",
            cancellationToken);
        var found = await Execute(connection, $"SELECT states FROM {schema}.layout", cancellationToken);
        if (found is not string states || states != layout)
        {
            throw new LayoutException(
                $"The schema {schema} has states in the layout '{found}', and the setting Storage:Layout is '{layout}': "
                + "use that layout, or another database, or drop the schema with all that is in it");
        }
    }

    private static string OwnTable(string schema) => $"""
        CREATE TABLE IF NOT EXISTS {schema}.layout (version int NOT NULL);
        ALTER TABLE {schema}.layout ADD COLUMN IF NOT EXISTS states text;
        INSERT INTO {schema}.layout (version) SELECT {Version} WHERE NOT EXISTS (SELECT FROM {schema}.layout)
        """;
}

/// <summary>What a silo finds in a database when it opens it.</summary>
/// <param name="LastTime">When anybody wrote last, UTC ticks: no time that is stored is later. 0 if nobody has.</param>
internal readonly record struct Opened(long LastTime, FrozenDictionary<string, ServiceSchema> Schemas);

/// <summary>When what is written is in the tables.</summary>
internal enum WriteMode
{
    /// <summary>When it is durable.</summary>
    Direct,

    /// <summary>A little later than it is durable in the journal: whoever reads waits for it.</summary>
    Journaled,

    /// <summary>A little later than it is committed; until then it is in memory alone: for what the next silo makes anew.</summary>
    Deferred,
}
