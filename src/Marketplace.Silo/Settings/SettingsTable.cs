using System.Collections.Immutable;
using Marketplace.Contracts.Settings;
using Marketplace.Grains.Placement;
using Marketplace.Replication.Redis;
using Marketplace.Silo.Hosting;
using Marketplace.Storage.Postgres;

namespace Marketplace.Silo.Settings;

/// <summary>Every setting of the Marketplace section. docs/settings.md is made from this table.</summary>
internal static class SettingsTable
{
    /// <summary>Carts hear of no update of a product.</summary>
    public const string ReplicationNone = "none";

    /// <summary>Carts hear of updates some time after they are acknowledged.</summary>
    public const string ReplicationEventual = "eventual";

    /// <summary>What a cart knows of a product never goes back.</summary>
    public const string ReplicationPerObject = "causal-per-object";

    /// <summary>A checkout sees a prefix of each seller's updates, with all that were acknowledged before it was sent.</summary>
    public const string ReplicationAcrossObjects = "causal-across-objects";

    /// <summary>The preset that answers at once and does nothing.</summary>
    public const string PresetNull = "null";

    public static readonly SettingOf<int> ShipmentPartitions = SettingKinds.Integer(
        "Shipment:Partitions", 1, 1024, 8, "partitions",
        "Partitions of Shipment; a customer's orders are in one of them. An Update Delivery asks all of them.");

    public static readonly SettingOf<TimeSpan> PaymentProviderLatency = SettingKinds.Duration(
        "PaymentProvider:Latency", TimeSpan.Zero, TimeSpan.FromSeconds(30), TimeSpan.Zero,
        "Time that the simulated payment provider takes for an answer.");

    public static readonly SettingOf<double> PaymentProviderDeclineRate = SettingKinds.Share(
        "PaymentProvider:DeclineRate", 0, "Share of the charges that the provider declines.");

    public static readonly SettingOf<double> PaymentProviderOutage = SettingKinds.Share(
        "PaymentProvider:Outage", 0, "Share of the calls that do not reach the provider.");

    public static readonly SettingOf<int> PaymentProviderRetries = SettingKinds.Integer(
        "PaymentProvider:Retries", 0, 10, 3, "tries",
        "Further tries after a call that did not reach the provider; then the payment has failed.");

    public static readonly SettingOf<TimeSpan> PaymentProviderRetryDelay = SettingKinds.Duration(
        "PaymentProvider:RetryDelay", TimeSpan.Zero, TimeSpan.FromSeconds(1), TimeSpan.FromMilliseconds(10),
        "Pause before a further try; doubled each time.");

    public static readonly SettingOf<long> PaymentProviderSeed = SettingKinds.Seed(
        "PaymentProvider:Seed", 42,
        "Seed of declines and outages: the same seed, session and attempt meet the same fate in every run.");

    public static readonly SettingOf<int> CartMaxItems = SettingKinds.Integer(
        "Cart:MaxItems", 1, 10_000, 100, "lines", "Lines that a cart may have.");

    public static readonly SettingOf<TimeSpan> CartCheckoutLease = SettingKinds.Duration(
        "Cart:CheckoutLease", TimeSpan.FromSeconds(1), TimeSpan.FromHours(1), TimeSpan.FromMinutes(2),
        "How long a checkout may keep others out of its cart before it counts as lost.");

    public static readonly SettingOf<TimeSpan> CartAbandonmentWindow = SettingKinds.Duration(
        "CartAbandonment:Window", TimeSpan.FromMilliseconds(100), TimeSpan.FromHours(23), TimeSpan.FromMinutes(10),
        "A cart counts as abandoned so long after a failed checkout that no other one followed, and so long after its last operation.");

    public static readonly SettingOf<string> ArchiveFolder = SettingKinds.Folder(
        "Archive:Folder",
        "Folder for finished records (orders, payments, shipments, ...), which leave the memory, and for what is recorded; they vanish with "
        + "the silo. Empty: a folder of its own among the temporary files.");

    public static readonly SettingOf<TimeSpan> ResponseTimeout = SettingKinds.Duration(
        "ResponseTimeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(30),
        "Time after which a call from the gateway or between services has failed; the request answers 503. More than 10 seconds with "
        + "`Replication` `causal-across-objects` over streams.");

    public static readonly SettingOf<bool> GatewayLegacyStatus = SettingKinds.Truth(
        "Gateway:LegacyStatus",
        "For public drivers: a rejected checkout, also of an empty cart, answers 200 with the outcome in the body, an add after a failed "
        + "checkout starts a new session, the version in a price update is ignored, and a price beyond 10^18 is taken for 10^18.");

    public static readonly SettingOf<int> GatewayMaxBodyBytes = SettingKinds.Integer(
        "Gateway:MaxBodyBytes", 1024, 1 << 20, 1 << 20, "bytes", "Largest body of a request, and largest line of an import.");

    public static readonly SettingOf<int> GatewayMaxConnections = SettingKinds.Integer(
        "Gateway:MaxConnections", 1, 1_000_000, 10_000, "connections",
        "Connections that may be open at once; further ones are closed.");

    public static readonly SettingOf<int> GatewayImportParallelism = SettingKinds.Integer(
        "Gateway:ImportParallelism", 1, 4096, 512, "lines",
        "Lines of an import that are ingested together, pre-populated orders in one transaction; of long lines 4 MiB. "
        + "As many more are read meanwhile.");

    public static readonly SettingOf<TimeSpan> GatewayDrainTimeout = SettingKinds.Duration(
        "Gateway:DrainTimeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(30),
        "How long /reset and /cleanup wait for requests in flight, and new requests wait for them; then 503.");

    public static readonly SettingOf<TimeSpan> GatewayStopTimeout = SettingKinds.Duration(
        "Gateway:StopTimeout", TimeSpan.Zero, TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
        "How long a stop waits for requests in flight, and in a cluster for the states to be stored.");

    public static readonly SettingOf<TimeSpan?> GatewayLeaveDelay = SettingKinds.OptionalDuration(
        "Gateway:LeaveDelay", TimeSpan.Zero, TimeSpan.FromMinutes(10),
        "How long a silo that was told to stop still takes requests, while /healthz/ready says that it is not ready and each answer closes "
        + "its connection, so that clients go elsewhere; shorter than Gateway:StopTimeout. Empty: 0 without a cluster, in a cluster 5 "
        + "seconds or half of Gateway:StopTimeout, whichever is shorter.");

    public static readonly SettingOf<Uri?> OtlpEndpoint = SettingKinds.Address(
        "Otlp:Endpoint", "Where metrics are sent by OTLP over HTTP, such as http://localhost:4318; empty: nowhere.");

    /// <summary>In the memory of the silo.</summary>
    public const string StorageMemory = "memory";

    /// <summary>In PostgreSQL.</summary>
    public const string StoragePostgres = "postgres";

    public static readonly ChoiceSetting Storage = new(
        "Storage",
        [StorageMemory, StoragePostgres],
        [],
        "Where states and finished records are kept. `memory`: in the silo and its archive folder, until it stops. `postgres`: in "
        + "PostgreSQL (setting Postgres); what is acknowledged is durable; under a protocol that is all or nothing, a lone silo whose services "
        + "connect alike stores it whole.");

    public static readonly ChoiceSetting StorageLayout = new(
        "Storage:Layout",
        [.. PostgresStorageRegistration.Layouts],
        [],
        "With `Storage` `postgres`: how states lie there. `document`: JSON. `relations`: open orders, shipments, sellers' entries and what was "
        + "ingested as rows with a typed column a member, and the rest as JSON. `relations-indexed`: the same with secondary "
        + "indexes. `both`: JSON, and the rows besides. A schema that has states in another layout stops the silo.");

    /// <summary>In PostgreSQL.</summary>
    public const string AuditLogPostgres = "postgres";

    public static readonly ChoiceSetting AuditLog = new(
        "AuditLog",
        ["none", AuditLogPostgres],
        [],
        "Where finished records are logged: orders that are concluded or whose payment failed, payments, concluded shipments, and sellers' "
        + "entries of concluded orders. `postgres`: in PostgreSQL (setting Postgres), each once, after the commit of its transaction; shown "
        + "at /audit/log.");

    /// <summary>In PostgreSQL.</summary>
    public const string DashboardPostgres = "postgres";

    public static readonly ChoiceSetting Dashboard = new(
        "Dashboard",
        ["grain", DashboardPostgres],
        [],
        "Where seller dashboards come from. `grain`: from the seller, in a transaction. `postgres`: from two tables in PostgreSQL (setting "
        + "Postgres), the ongoing entries of all sellers and their aggregates, in one snapshot of what is committed; needs a silo without a cluster. "
        + "While PostgreSQL is away a dashboard answers 503 after Postgres:Timeout, and a checkout or Update Delivery 504.");

    public static readonly SettingOf<int> AuditLogSpool = SettingKinds.Integer(
        "AuditLog:SpoolMiB", 1, 1_048_576, 256, "MiB",
        "How much of the audit log may wait in a file (in Archive:Folder) while PostgreSQL is away; then checkouts and Update Deliveries answer "
        + "503 until it is back.");

    public static readonly PostgresSetting Postgres = new(
        "Postgres",
        "How to connect to PostgreSQL, such as Host=localhost;Database=marketplace;Username=marketplace;Password=...; the silo makes its "
        + "schemas in that database. It is never logged.");

    /// <summary>Connection strings of the services' own, in the order of <see cref="MarketplaceServices.Names"/>.</summary>
    public static readonly ImmutableArray<PostgresSetting> PostgresOfServices =
    [
        .. MarketplaceServices.Names.Select(static service => new PostgresSetting(
            $"Postgres:{service}",
            $"How to connect for {service}: with a role of its own, or to a database of its own. Empty: as `Postgres` says. It is never logged.")),
    ];

    public static readonly SettingOf<TimeSpan> PostgresTimeout = SettingKinds.Duration(
        "Postgres:Timeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
        "How long PostgreSQL may be away: work is tried again until then, and requests answer 503 after that.");

    /// <summary>Level of the replication from Product to Cart.</summary>
    public static readonly ChoiceSetting Replication = new(
        "Replication",
        [ReplicationNone, ReplicationEventual, ReplicationPerObject, ReplicationAcrossObjects],
        [],
        "Replication of products to carts (docs/replication.md). `eventual`: carts hear of updates some time later. `causal-per-object`: what a "
        + "cart knows of a product never goes back, and begins with what the product is. `causal-across-objects`: besides, a checkout sees all "
        + "updates of one seller in their order, and each that was acknowledged before it was sent.");

    /// <summary>Streams of the engine.</summary>
    public const string TransportStreams = "streams";

    /// <summary>A primary of Redis, and a secondary that replicates from it.</summary>
    public const string TransportRedis = "redis";

    public static readonly ChoiceSetting ReplicationTransport = new(
        "Replication:Transport",
        [TransportStreams, TransportRedis],
        [],
        "How updates of products reach carts, where `Replication` is not `none`. `streams`: streams of the engine. `redis`: products write to "
        + "`RedisPrimary`, and carts read `RedisSecondary` when they are checked out.");

    public static readonly RedisSetting RedisPrimary = new(
        RedisOptions.PrimarySetting, "The Redis server that products write to. It is never logged.");

    public static readonly RedisSetting RedisSecondary = new(
        RedisOptions.SecondarySetting, "The Redis server that carts read; it replicates from `RedisPrimary`. It is never logged.");

    public static readonly SettingOf<TimeSpan> RedisTimeout = SettingKinds.Duration(
        "Redis:Timeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(10),
        "How long Redis may be away: then an update that waits for it answers 504 (it is committed, and replicated later), and a checkout "
        + "503 (nothing was done). Less than ResponseTimeout.");

    public static readonly SettingOf<int> RedisMaxWaiting = SettingKinds.Integer(
        "Redis:MaxWaiting", 1, 1_000_000, 10_000, "updates",
        "Updates that are under way at once at most, on one silo, with those that wait for Redis; further ones answer 503, and nothing of them is "
        + "done. `causal-across-objects` alone waits.");

    /// <summary>The transaction protocol.</summary>
    public static readonly ChoiceSetting Protocol = new(
        "Protocol",
        ProtocolList.Names,
        [],
        "Transaction protocol. `orleans-transactions` needs `Engine` `orleans` and `Storage` `memory`.");

    public static readonly SettingOf<TimeSpan> ProtocolTimeout = SettingKinds.Duration(
        "Protocol:Timeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(5),
        "How long a transaction waits for a grain that another one holds, or for its answer in the commit; then it is aborted.");

    public static readonly SettingOf<int> ProtocolRetries = SettingKinds.Integer(
        "Protocol:Retries", 0, 1000, 10, "repeats",
        "How often an aborted transaction is run again, and one that gave way to others for Protocol:Timeout at least (0: never); then the request "
        + "answers 503, and nothing of it remains.");

    /// <summary>How much of each transaction is recorded, in the order of the levels.</summary>
    public static readonly ChoiceSetting Recording = new(
        "Recording",
        ["off", "outcomes", "full"],
        [],
        "What is recorded of each transaction for the audit (/audit/history), in a file in Archive:Folder until the next reset. `outcomes`: how "
        + "each attempt ended; `full`: besides, each version of each object that it read or made, and in the archive "
        + "each event of each stock item (/audit/stock-events), what becomes of the events between services (/audit/events), each update of a "
        + "product (/audit/product-updates), and what carts apply and read of them (/audit/replica-applies, /audit/replica-reads). Needs a "
        + "silo without a cluster.");

    public static readonly SettingOf<string> RecordingFolder = SettingKinds.Folder(
        "Recording:Folder",
        "Folder for the record of transactions that outlives a killed silo: the next one goes on with it, and with the versions of the states, which "
        + "are stored with them. One folder for one database. Needs `Recording`, and `Storage` `postgres`. Empty: the record goes with the silo.");

    /// <summary>Each event takes effect once.</summary>
    public const string DeliveryExactlyOnce = "exactly-once";

    /// <summary>How often events take effect, in the order of the levels.</summary>
    public static readonly ChoiceSetting Delivery = new(
        "Delivery",
        ["at-most-once", "at-least-once", DeliveryExactlyOnce],
        [],
        "Delivery of events. `at-most-once`: an event is a call. `at-least-once`: a call that fails is made again; under a protocol that rolls "
        + "back its transaction is run again. `exactly-once`: besides, consumers know repeats; under `Protocol` `none` events are stored with the "
        + "states that they tell of, and sent until they have arrived, also by the next silo; that needs a silo without a cluster.");

    public static readonly SettingOf<TimeSpan> DeliveryTimeout = SettingKinds.Duration(
        "Delivery:Timeout", TimeSpan.FromMilliseconds(10), TimeSpan.FromMinutes(10), TimeSpan.FromSeconds(10),
        "How long a transaction tries to deliver one of its events, under `Protocol` `none`; then the request answers 504. With `exactly-once` the "
        + "event is sent further.");

    /// <summary>All services share the resources of the silos.</summary>
    public const string PlacementShared = "shared";

    /// <summary>Each service has resources of its own.</summary>
    public const string PlacementPerService = "per-service";

    public static readonly ChoiceSetting Placement = new(
        "Placement",
        [PlacementShared, PlacementPerService],
        [],
        "Placement of the services' resources. `per-service`: on one silo each service has a bounded scheduler of its own, so that a flood of one "
        + "does not hold up the others (not with `Orleans:LocalCalls` `messages`); in a cluster each silo hosts one of the `Services`, or none.");

    public static readonly SettingOf<int> PlacementParallelism = SettingKinds.Integer(
        "Placement:Parallelism", 0, 1024, 0, "turns",
        "With `Placement` `per-service` on one silo: turns and requests of one service that run at once at most. 0: half the cores.");

    public static readonly SettingOf<int> PlacementMaxWaiting = SettingKinds.Integer(
        "Placement:MaxWaiting", 1, 1_000_000, 1_000, "requests",
        "With `Placement` `per-service` on one silo: requests to one service that wait for its scheduler at most; further ones answer 503.");

    public static readonly SettingOf<ImmutableArray<string>> Services = SettingKinds.Words(
        "Services", MarketplaceServices.Names,
        "Services that this silo hosts; `none`: it only takes requests. Other than `all` needs `Engine` `orleans` and a cluster whose silos "
        + "together host all services.");

    /// <summary>Stock and Product change together.</summary>
    public const string StockReferenceConsistent = "consistent";

    public static readonly ChoiceSetting StockReference = new(
        "StockReference",
        ["available", StockReferenceConsistent],
        [],
        "Whether stock may for a time refer to a version of a product that is gone (S#1). `consistent`: Product and Stock change both or neither, "
        + "and no checkout sent after a replacement was acknowledged reserves the old version; needs a `Protocol` that is all or nothing and "
        + "isolated, other than `none` and `saga`.");

    /// <summary>A transaction is acknowledged at once, and its result collected later.</summary>
    public const string ResultsEgress = "egress";

    public static readonly ChoiceSetting Results = new(
        "Results",
        ["response", ResultsEgress],
        [],
        "How the results of transactions reach the client. `response`: in the answer, when the transaction is complete. `egress`: a checkout, "
        + "update or delivery is acknowledged at once with 202, and its result collected later from /receipts (docs/results.md).");

    /// <summary>The criteria (docs/criteria.md), with the levels that this build has.</summary>
    public static readonly ImmutableArray<ChoiceSetting> Criteria =
    [
        Protocol,
        Replication,
        Delivery,
        new(
            "EventOrder",
            ["unordered", "causal"],
            [],
            "Order of the events of one order at one consumer. An event that others must follow is waited for, whatever this says; `causal` "
            + "claims it, so that the audit fails where it does not hold."),
        StockReference,
        Dashboard,
        AuditLog,
        Storage,
        Results,
        Placement,
        Recording,
    ];

    /// <summary>Keys that belong to choices which this build does not have.</summary>
    public static readonly ImmutableArray<string> Planned = [];

    private static readonly ImmutableArray<Setting> Others =
    [
        .. Criteria,
        .. EngineTable.All,
        ProtocolTimeout,
        ProtocolRetries,
        .. ResultsTable.All,
        DeliveryTimeout,
        ReplicationTransport,
        RedisPrimary,
        RedisSecondary,
        RedisTimeout,
        RedisMaxWaiting,
        PlacementParallelism,
        PlacementMaxWaiting,
        Services,
        ShipmentPartitions,
        PaymentProviderLatency,
        PaymentProviderDeclineRate,
        PaymentProviderOutage,
        PaymentProviderRetries,
        PaymentProviderRetryDelay,
        PaymentProviderSeed,
        CartMaxItems,
        CartCheckoutLease,
        CartAbandonmentWindow,
        ArchiveFolder,
        RecordingFolder,
        Postgres,
        .. PostgresOfServices,
        PostgresTimeout,
        StorageLayout,
        AuditLogSpool,
        ResponseTimeout,
        GatewayLegacyStatus,
        GatewayMaxBodyBytes,
        GatewayMaxConnections,
        GatewayImportParallelism,
        GatewayDrainTimeout,
        GatewayStopTimeout,
        GatewayLeaveDelay,
        .. ClusterTable.All,
        OtlpEndpoint,
    ];

    /// <summary>The system that the silo is. A preset that needs what this build can't do is not available yet.</summary>
    public static readonly ChoiceSetting Preset = new(
        Presets.Key,
        [.. Presets.All.Where(IsAvailable).Select(preset => preset.Name)],
        [.. Presets.All.Where(preset => !IsAvailable(preset)).Select(preset => preset.Name)],
        "The system that the silo is: the settings below that it fills in, each of which can be set otherwise. `null` answers every request of a "
        + "driver at once and does nothing: the ceiling of HTTP and driver.");

    /// <summary>All settings.</summary>
    public static ImmutableArray<Setting> All { get; } = [Preset, .. Others];

    private static bool IsAvailable(Preset preset) => preset.Settings.All(pair => Others.OfType<ChoiceSetting>().Any(setting =>
        setting.Key.Equals(pair.Key, StringComparison.OrdinalIgnoreCase) && setting.Can(pair.Value)));
}
