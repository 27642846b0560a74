using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;

namespace Marketplace.Storage.Postgres.Connections;

/// <summary>The tables that a service has beside those of its states, whatever their layout: writers, steps of sagas, finished records.</summary>
internal static class ServiceTables
{
    /// <summary>What makes them and the table of version numbers, where they are not there yet.</summary>
    public static string WithVersionNumbers(string service) =>
        $"{Of(service)};\nCREATE TABLE IF NOT EXISTS {Services.Schema(service)}.version (grain bigint PRIMARY KEY, number bigint NOT NULL)";

    /// <summary>What makes the index by which a grain finds its steps.</summary>
    public static string StepsOfGrains(string service) =>
        $"CREATE INDEX IF NOT EXISTS step_grain ON {Services.Schema(service)}.step (grain)";

    /// <summary>What makes the table of those that write (<see cref="Guard"/>), or the columns of it that were added by and by.</summary>
    public static string Writers(string service)
    {
        var schema = Services.Schema(service);
        return $"""
            CREATE TABLE IF NOT EXISTS {schema}.writer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, batch bigint NOT NULL DEFAULT 0);
            ALTER TABLE {schema}.writer ADD COLUMN IF NOT EXISTS time bigint NOT NULL DEFAULT 0, ADD COLUMN IF NOT EXISTS owner text,
                ADD COLUMN IF NOT EXISTS since timestamptz NOT NULL DEFAULT now(), ADD COLUMN IF NOT EXISTS service text,
                ADD COLUMN IF NOT EXISTS number bigint, ADD COLUMN IF NOT EXISTS silo bigint
            """;
    }

    /// <summary>What makes the others, where they are not there yet.</summary>
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
