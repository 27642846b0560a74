using System.Collections.Immutable;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Marketplace.Silo.Hosting;
using Marketplace.Storage.Postgres;

namespace Marketplace.Silo.Settings;

/// <summary>The settings of a silo, read and checked once, at start.</summary>
internal sealed record SiloSettings
{
    /// <summary>Which system the silo is.</summary>
    public required string Preset { get; init; }

    /// <summary>What runs the grains.</summary>
    public required EngineSettings Engine { get; init; }

    /// <summary>The replication from Product to Cart.</summary>
    public required ReplicationSettings Replication { get; init; }

    /// <summary>The transaction protocol.</summary>
    public required string Protocol { get; init; }

    /// <summary>Time-outs and retries of the protocol.</summary>
    public required ProtocolOptions ProtocolOptions { get; init; }

    /// <summary>How events are delivered.</summary>
    public required DeliveryOptions Delivery { get; init; }

    /// <summary>How much of each transaction is recorded.</summary>
    public required RecordingLevel Recording { get; init; }

    /// <summary>Folder of a record that outlives the silo; empty for one that goes with it.</summary>
    public required string RecordingFolder { get; init; }

    /// <summary>How the results of transactions reach the client.</summary>
    public required ResultsSettings Results { get; init; }

    /// <summary>Partitions of Shipment.</summary>
    public required int ShipmentPartitions { get; init; }

    /// <summary>Time that the payment provider takes for an answer.</summary>
    public required TimeSpan PaymentProviderLatency { get; init; }

    /// <summary>Share of the charges that the payment provider declines, 0–1.</summary>
    public required double PaymentProviderDeclineRate { get; init; }

    /// <summary>Share of the calls that do not reach the payment provider, 0–1.</summary>
    public required double PaymentProviderOutage { get; init; }

    /// <summary>Tries after a call that did not reach the payment provider.</summary>
    public required int PaymentProviderRetries { get; init; }

    /// <summary>Pause before a further try.</summary>
    public required TimeSpan PaymentProviderRetryDelay { get; init; }

    /// <summary>Seed of declines and outages.</summary>
    public required long PaymentProviderSeed { get; init; }

    /// <summary>Lines that a cart may have.</summary>
    public required int CartMaxItems { get; init; }

    /// <summary>How long a checkout keeps others out of its cart.</summary>
    public required TimeSpan CartCheckoutLease { get; init; }

    /// <summary>After how long a cart is abandoned.</summary>
    public required TimeSpan CartAbandonmentWindow { get; init; }

    /// <summary>Where PostgreSQL keeps the state; null if it is kept in memory.</summary>
    public required PostgresOptions? Storage { get; init; }

    /// <summary>Where PostgreSQL keeps the audit log; null if there is none.</summary>
    public required PostgresOptions? AuditLog { get; init; }

    /// <summary>Where PostgreSQL keeps seller dashboards; null if sellers answer them.</summary>
    public required PostgresOptions? Dashboard { get; init; }

    /// <summary>How much of the audit log may wait on the disk, in MiB.</summary>
    public required int AuditLogSpoolMiB { get; init; }

    /// <summary>Folder of finished records, where they are not kept in PostgreSQL, and of what is recorded.</summary>
    public required string ArchiveFolder { get; init; }

    /// <summary>Time after which a call between services has failed.</summary>
    public required TimeSpan ResponseTimeout { get; init; }

    /// <summary>The gateway's settings.</summary>
    public required GatewaySettings Gateway { get; init; }

    /// <summary>How silos find each other.</summary>
    public required ClusterSettings Cluster { get; init; }

    /// <summary>Which resources the services have.</summary>
    public required PlacementSettings Placement { get; init; }

    /// <summary>Where metrics are sent; null if nowhere.</summary>
    public required Uri? OtlpEndpoint { get; init; }

    /// <summary>Reads and checks the Marketplace section.</summary>
    /// <exception cref="SettingException">A key is unknown, or a value is not good.</exception>
    public static SiloSettings Read(IConfiguration configuration)
    {
        var section = configuration.GetSection(Setting.Section);
        SettingsCheck.Run(section);
        var engine = EngineSettings.Read(section);
        PresetServers.Check(section);
        var cluster = ClusterSettings.Read(configuration, section);
        CheckStockReference(section);
        var protocol = ReadProtocol(section, cluster);
        var owner = SchemaOwner.Of(cluster);
        return new SiloSettings
        {
            Preset = SettingsTable.Preset.Read(section),
            Engine = engine,
            Replication = ReplicationSettings.Read(section, cluster),
            Protocol = protocol,
            ProtocolOptions = new ProtocolOptions
            {
                Timeout = SettingsTable.ProtocolTimeout.Read(section),
                Retries = SettingsTable.ProtocolRetries.Read(section),
                IsClustered = cluster.HasOthers,
            },
            Delivery = ReadDelivery(section, protocol, cluster),
            Recording = ReadRecording(section, cluster),
            RecordingFolder = ReadRecordingFolder(section),
            Results = ResultsSettings.Read(section),
            ShipmentPartitions = SettingsTable.ShipmentPartitions.Read(section),
            PaymentProviderLatency = SettingsTable.PaymentProviderLatency.Read(section),
            PaymentProviderDeclineRate = SettingsTable.PaymentProviderDeclineRate.Read(section),
            PaymentProviderOutage = SettingsTable.PaymentProviderOutage.Read(section),
            PaymentProviderRetries = SettingsTable.PaymentProviderRetries.Read(section),
            PaymentProviderRetryDelay = SettingsTable.PaymentProviderRetryDelay.Read(section),
            PaymentProviderSeed = SettingsTable.PaymentProviderSeed.Read(section),
            CartMaxItems = SettingsTable.CartMaxItems.Read(section),
            CartCheckoutLease = SettingsTable.CartCheckoutLease.Read(section),
            CartAbandonmentWindow = SettingsTable.CartAbandonmentWindow.Read(section),
            Storage = ReadStorage(section, owner),
            AuditLog = ReadPostgres(section, owner, SettingsTable.AuditLog, SettingsTable.AuditLogPostgres),
            Dashboard = ReadDashboard(section, owner, cluster),
            AuditLogSpoolMiB = SettingsTable.AuditLogSpool.Read(section),
            ArchiveFolder = SettingsTable.ArchiveFolder.Read(section),
            ResponseTimeout = SettingsTable.ResponseTimeout.Read(section),
            Gateway = GatewaySettings.Read(section, cluster.HasOthers),
            Cluster = cluster,
            Placement = PlacementSettings.Read(section),
            OtlpEndpoint = SettingsTable.OtlpEndpoint.Read(section),
        };
    }

    private static string ReadProtocol(IConfiguration section, ClusterSettings cluster)
    {
        var protocol = SettingsTable.Protocol.Read(section);
        var setting = $"The setting {Setting.Section}:{SettingsTable.Protocol.Key} has the value '{protocol}', which";
        if (protocol == ProtocolList.OrleansTransactions && SettingsTable.Storage.Read(section) != SettingsTable.StorageMemory)
        {
            throw new SettingException(
                $"{setting} keeps what is prepared in the memory of the silo, so {Setting.Section}:{SettingsTable.Storage.Key} has to be "
                + $"{SettingsTable.StorageMemory}; locking and ordered-locking store in PostgreSQL.");
        }

        return ProtocolList.SpansSilos(protocol) || !cluster.HasOthers
            ? protocol
            : throw new SettingException(
                $"{setting} runs on one silo alone, and {Setting.Section}:{ClusterTable.Provider.Key} is '{cluster.Provider}'; "
                + "locking is its like for clusters.");
    }

    // Product and Stock are two grains: only a transaction over both can change them together.
    private static void CheckStockReference(IConfiguration section)
    {
        var (reference, protocol) = (SettingsTable.StockReference, SettingsTable.Protocol.Read(section));
        if (reference.Read(section) == SettingsTable.StockReferenceConsistent && protocol is "none" or "saga")
        {
            throw new SettingException(
                $"The setting {Setting.Section}:{reference.Key} is '{SettingsTable.StockReferenceConsistent}', and with "
                + $"{Setting.Section}:{SettingsTable.Protocol.Key} '{protocol}' others see a product change before its stock does; locking, "
                + "ordered-locking, deterministic and optimistic change both at once.");
        }
    }

    private static DeliveryOptions ReadDelivery(IConfiguration section, string protocol, ClusterSettings cluster)
    {
        // A silo that dies leaves its outboxes to the next one that starts.
        var level = SettingsTable.Delivery.Read(section);
        if (level == SettingsTable.DeliveryExactlyOnce && !ProtocolList.RollsBack(protocol) && cluster.HasOthers)
        {
            throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.Delivery.Key} is '{level}', and with "
                + $"{Setting.Section}:{SettingsTable.Protocol.Key} '{protocol}' that needs one silo alone, while "
                + $"{Setting.Section}:{ClusterTable.Provider.Key} is '{cluster.Provider}'; locking and ordered-locking roll back, and "
                + "deliver exactly once in a cluster.");
        }

        return new DeliveryOptions
        {
            Level = Enum.Parse<DeliveryLevel>(level.Replace("-", "", StringComparison.Ordinal), ignoreCase: true),
            InTransactions = ProtocolList.RollsBack(protocol),
            Timeout = SettingsTable.DeliveryTimeout.Read(section),
            Validity = 2 * SettingsTable.ProtocolTimeout.Read(section),
        };
    }

    // A grain that works for a transaction of another silo has no way to that transaction's record.
    private static RecordingLevel ReadRecording(IConfiguration section, ClusterSettings cluster)
    {
        var recording = SettingsTable.Recording.Read(section);
        return recording == "off" || !cluster.HasOthers
            ? Enum.Parse<RecordingLevel>(recording, ignoreCase: true)
            : throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.Recording.Key} has the value '{recording}', which needs one silo alone, and "
                + $"{Setting.Section}:{ClusterTable.Provider.Key} is '{cluster.Provider}'.");
    }

    private static string ReadRecordingFolder(IConfiguration section)
    {
        var folder = SettingsTable.RecordingFolder.Read(section);
        return folder.Length == 0
            || (SettingsTable.Recording.Read(section) != "off" && SettingsTable.Storage.Read(section) == SettingsTable.StoragePostgres)
            ? folder
            : throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.RecordingFolder.Key} has the value '{folder}', which needs "
                + $"{Setting.Section}:{SettingsTable.Recording.Key} 'outcomes' or 'full', and {Setting.Section}:{SettingsTable.Storage.Key} "
                + $"'{SettingsTable.StoragePostgres}': what is recorded of states that go with the silo is worth nothing without them.");
    }

    // A silo that starts empties the tables, and fills them from the states.
    private static PostgresOptions? ReadDashboard(IConfiguration section, string owner, ClusterSettings cluster)
    {
        var dashboard = ReadPostgres(section, owner, SettingsTable.Dashboard, SettingsTable.DashboardPostgres);
        return dashboard is null || !cluster.HasOthers
            ? dashboard
            : throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.Dashboard.Key} has the value '{SettingsTable.DashboardPostgres}', which needs one "
                + $"silo alone, and {Setting.Section}:{ClusterTable.Provider.Key} is '{cluster.Provider}'.");
    }

    private static PostgresOptions? ReadStorage(IConfiguration section, string owner)
    {
        var storage = ReadPostgres(section, owner, SettingsTable.Storage, SettingsTable.StoragePostgres);
        return storage is null ? null : storage with
        {
            Layout = SettingsTable.StorageLayout.Read(section),
            KeepsVersionNumbers = SettingsTable.RecordingFolder.Read(section).Length > 0 && SettingsTable.Recording.Read(section) == "full",
        };
    }

    private static PostgresOptions? ReadPostgres(IConfiguration section, string owner, ChoiceSetting user, string choice)
    {
        if (user.Read(section) != choice)
            return null;

        var connections = MarketplaceServices.Names.Zip(SettingsTable.PostgresOfServices).ToImmutableDictionary(
            pair => pair.First,
            pair => pair.Second.Read(section) ?? SettingsTable.Postgres.Read(section) ?? throw new SettingException(
                $"The setting {Setting.Section}:{user.Key} is '{choice}', and "
                + $"{Setting.Section}:{SettingsTable.Postgres.Key} does not say where PostgreSQL is."));
        return new PostgresOptions(connections, SettingsTable.PostgresTimeout.Read(section)) { Owner = owner };
    }
}
