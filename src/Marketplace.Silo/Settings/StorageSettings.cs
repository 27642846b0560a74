using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Protocols.Recording;
using Marketplace.Silo.Hosting;
using Marketplace.Storage.Postgres;

namespace Marketplace.Silo.Settings;

/// <summary>Where states, finished records, the audit log and seller dashboards are kept.</summary>
internal sealed class StorageSettings
{
    public const string Memory = "memory";
    public const string Postgres = "postgres";

    private const string Client = "Npgsql";

    private readonly bool _isTold;

    public StorageSettings(SettingsReader read, RecordingSettings recording, ClusterSettings cluster, ProtocolSettings protocol)
    {
        var storage = read.Choice(
            "Storage",
            [Memory, Postgres],
            "Where states and finished records are kept (docs/storage.md). `memory`: in the silo and its archive folder, until it "
            + "stops. `postgres`: in PostgreSQL (setting Postgres); what is acknowledged is durable. Under a protocol that is all or "
            + "nothing, each transaction is stored as a whole if all services use one connection string, also one over several silos.");
        var layout = read.Choice(
            "Storage:Layout",
            [.. PostgresStorageRegistration.Layouts],
            "With `Storage` `postgres`: how states are stored there. `document`: as JSON. `relations`: open orders, shipments, sellers' "
            + "entries and ingested records as rows with a typed column for each member, and the rest as JSON. `relations-indexed`: the "
            + "same with secondary indexes. `both`: as JSON, and also as rows. If a schema has states in another layout, the silo does "
            + "not start.");
        ArchiveFolder = read.Folder(
            "Archive:Folder",
            "The folder for finished records (orders, payments, shipments, ...), which leave the memory, and for records of "
            + "`Recording`. They are removed with the silo. Empty: a folder of its own among the temporary files.");
        var log = read.Choice(
            "AuditLog",
            ["none", Postgres],
            "Where finished records are logged: orders that are concluded or whose payment failed, payments, concluded shipments, and "
            + "sellers' entries of concluded orders. `postgres`: in PostgreSQL (setting Postgres), each record once, when its "
            + "transaction has committed. /audit/log shows them.");
        AuditLogSpoolMiB = read.Integer(
            "AuditLog:SpoolMiB", 1, 1_048_576, 256, "MiB",
            "How much of the audit log may wait in a file (in Archive:Folder) while PostgreSQL is away. When the file is full, "
            + "transactions that log wait. Once PostgreSQL has been away for Postgres:Timeout, checkouts and Update Deliveries answer 503.");
        var dashboard = read.Choice(
            "Dashboard",
            ["grain", Postgres],
            "Where seller dashboards come from. `grain`: from the seller, in a transaction. `postgres`: from two tables in PostgreSQL "
            + "(setting Postgres) with the ongoing entries of all sellers and their aggregates, in one snapshot of what is committed. "
            + "While PostgreSQL is away, dashboards answer 503 after Postgres:Timeout, "
            + "and then new checkouts and Update Deliveries too.");
        var all = read.Connection(
            "Postgres",
            Client,
            "",
            "How to connect to PostgreSQL, such as Host=localhost;Database=marketplace;Username=marketplace;Password=... The silo "
            + "creates its schemas in that database. It is never logged.",
            PostgresStorageRegistration.Check);
        var connections = MarketplaceServices.Names.ToImmutableDictionary(
            static service => service,
            service => read.Connection(
                $"Postgres:{service}",
                Client,
                "",
                $"How to connect for {service}: with a role of its own, or to a database of its own. Empty: as `Postgres` says. It is never logged.",
                PostgresStorageRegistration.Check) ?? all ?? "");
        _isTold = connections.Values.All(static connection => connection.Length > 0);
        var options = new PostgresOptions(
            connections,
            read.Duration(
                "Postgres:Timeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
                "How long PostgreSQL may be away. Work is tried again until then; after that requests answer 503."))
        {
            Owner = DataOwner.Of(cluster),
            IsShared = cluster.HasOthers,
        };
        States = storage == Postgres
            ? options with
            {
                Layout = layout,
                IsJournaled = !cluster.HasOthers,
                KeepsPrepared = protocol.Name == ProtocolList.OrleansTransactions,
                KeepsVersionNumbers = recording.Level == RecordingLevel.Full && (recording.Folder.Length > 0 || cluster.HasOthers),
            }
            : null;
        AuditLog = log == Postgres ? options : null;
        Dashboards = dashboard == Postgres ? options : null;
    }

    /// <summary>Where PostgreSQL keeps the states; null if they are kept in memory.</summary>
    public PostgresOptions? States { get; }

    /// <summary>Where PostgreSQL keeps the audit log; null if there is none.</summary>
    public PostgresOptions? AuditLog { get; }

    /// <summary>Where PostgreSQL keeps seller dashboards; null if sellers answer them.</summary>
    public PostgresOptions? Dashboards { get; }
    public int AuditLogSpoolMiB { get; }
    public string ArchiveFolder { get; }

    public void Check()
    {
        foreach (var (setting, options) in new[] { ("Storage", States), ("AuditLog", AuditLog), ("Dashboard", Dashboards) })
        {
            if (options is not null && !_isTold)
            {
                throw new SettingException(
                    $"The setting Marketplace:{setting} is '{Postgres}', and Marketplace:Postgres does not say where PostgreSQL is.");
            }
        }
    }
}
