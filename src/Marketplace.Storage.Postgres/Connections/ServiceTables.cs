using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>The tables that a service has beside those of its states, whatever their layout: steps of sagas and finished records.</summary>
internal static class ServiceTables
{
    /// <summary>What makes them and the table of version numbers, where they are not there yet.</summary>
    public static string WithVersionNumbers(string service) =>
        $"{Of(service)};\nCREATE TABLE IF NOT EXISTS {Services.Schema(service)}.version (grain bigint PRIMARY KEY, number bigint NOT NULL)";

    /// <summary>What makes the index by which a grain finds its steps.</summary>
    public static string StepsOfGrains(string service) =>
        $"CREATE INDEX IF NOT EXISTS step_grain ON {Services.Schema(service)}.step (grain)";

    /// <summary>What makes them, where they are not there yet.</summary>
    public static string Of(string service)
    {
        var schema = Services.Schema(service);
        var statements = new List<string>
        {
            $"CREATE TABLE IF NOT EXISTS {schema}.step (saga bigint NOT NULL, grain bigint NOT NULL, number bigint NOT NULL, "
            + "record json NOT NULL, PRIMARY KEY (saga, grain))",
            $"CREATE TABLE IF NOT EXISTS {schema}.prepared (grain bigint PRIMARY KEY, version bigint NOT NULL, open bigint NOT NULL, "
            + "record json NOT NULL) WITH (fillfactor = 50)",
            $"CREATE INDEX IF NOT EXISTS prepared_open ON {schema}.prepared (grain) WHERE open > 0",
        };
        foreach (var stream in MarketplaceServices.Named(service).Archives)
        {
            foreach (var origin in new[] { ArchiveOrigin.Ingested, ArchiveOrigin.Transaction })
            {
                var table = PostgresArchive.Table(stream.Name, origin);
                statements.Add(
                    $"CREATE TABLE IF NOT EXISTS {schema}.{table} "
                    + "(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key int NOT NULL, record json NOT NULL)");
                statements.Add(stream.IsSearched
                    ? $"CREATE INDEX IF NOT EXISTS {table}_key ON {schema}.{table} (key, id)"
                    : $"DROP INDEX IF EXISTS {schema}.{table}_key");
            }
        }

        return string.Join(";\n", statements);
    }
}
