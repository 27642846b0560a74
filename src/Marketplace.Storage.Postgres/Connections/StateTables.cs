using Marketplace.Grains.Archiving;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>The tables of states and finished records.</summary>
internal static class StateTables
{
    /// <summary>What makes the tables of a service, where they are not there yet.</summary>
    /// <param name="service">The service.</param>
    /// <returns>Statements.</returns>
    /// <remarks>
    /// json rather than jsonb: it costs a third of the time to write, takes every text that a client may send, and is read as it was
    /// written. Room is left in the pages of what is updated again and again, so that its indexes need no update.
    /// </remarks>
    public static string Of(string service)
    {
        var schema = Services.Schema(service);
        var statements = new List<string>
        {
            $"CREATE TABLE IF NOT EXISTS {schema}.state "
            + "(grain bigint PRIMARY KEY, version bigint NOT NULL, document json NOT NULL) WITH (fillfactor = 50)",
            $"CREATE TABLE IF NOT EXISTS {schema}.item (grain bigint NOT NULL, part text NOT NULL, id bigint NOT NULL, "
            + "document json NOT NULL, PRIMARY KEY (grain, part, id)) WITH (fillfactor = 50)",
            $"CREATE TABLE IF NOT EXISTS {schema}.step (saga bigint NOT NULL, grain bigint NOT NULL, number bigint NOT NULL, "
            + "record json NOT NULL, PRIMARY KEY (saga, grain))",
        };
        foreach (var name in Services.Archives(service))
        {
            foreach (var origin in new[] { ArchiveOrigin.Ingested, ArchiveOrigin.Transaction })
            {
                var table = PostgresArchive.Table(name, origin);
                statements.Add(
                    $"CREATE TABLE IF NOT EXISTS {schema}.{table} "
                    + "(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key int NOT NULL, record json NOT NULL)");
                statements.Add($"CREATE INDEX IF NOT EXISTS {table}_key ON {schema}.{table} (key, id)");
            }
        }

        return string.Join(";\n", statements);
    }
}
