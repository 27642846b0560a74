using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage.Memory;
using Marketplace.Replication.Redis;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Gateway.Handlers;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Gateway.Import;
using Marketplace.Silo.Metrics;
using Marketplace.Silo.Results;
using Marketplace.Silo.Settings;
using Marketplace.Storage.Postgres;
using Marketplace.Storage.Postgres.AuditLogging;
using Marketplace.Storage.Postgres.Dashboards;

namespace Marketplace.Silo.Hosting;

/// <summary>The composition root of the eight services: settings are turned into parts here, and nowhere else.</summary>
internal static class ServicesSetup
{
    /// <summary>Adds the services, the entry points and their handlers.</summary>
    public static void AddMarketplace(this IServiceCollection services, SiloSettings settings)
    {
        var folder = services.AddArchiveFolder(settings);
        services.AddStorage(settings, folder);
        services.AddEngine(settings.Engine, settings.ResponseTimeout, settings.Cluster, settings.Placement);
        services
            .AddProtocol(settings.Protocol, settings.ProtocolOptions)
            .AddDelivery(settings.Delivery)
            .AddSingleton(new CartOptions(settings.CartMaxItems, settings.CartCheckoutLease, settings.CartAbandonmentWindow))
            .AddSingleton(new ShipmentPartitions(settings.ShipmentPartitions))
            .AddSingleton(new PaymentProviderOptions
            {
                Latency = settings.PaymentProviderLatency,
                DeclineRate = settings.PaymentProviderDeclineRate,
                Outage = settings.PaymentProviderOutage,
                Retries = settings.PaymentProviderRetries,
                RetryDelay = settings.PaymentProviderRetryDelay,
                Seed = settings.PaymentProviderSeed,
            })
            .AddMarketplaceGrains()
            .AddReplication(settings.Replication)
            .AddOutboxes(settings.Delivery)
            .AddRecording(settings.Recording, folder, settings.RecordingFolder)
            .AddEntry(new EntryOptions(settings.Gateway.LegacyStatus, settings.Gateway.DrainTimeout))
            .AddSingleton(new RequestBody(settings.Gateway.MaxBodyBytes))
            .AddSingleton<JsonAnswers>()
            .AddSingleton<CartHandlers>()
            .AddSingleton<ProductHandlers>()
            .AddSingleton<OrderHandlers>()
            .AddSingleton<DataHandlers>()
            .AddSingleton<ImportHandler>()
            .AddSingleton<EntryHandlers>();
        services.AddStreams(settings.Engine);
        services.AddResults(settings.Results);
    }

    /// <summary>Adds what runs the grains.</summary>
    /// <exception cref="SettingException">The settings do not go together.</exception>
    public static void AddEngine(
        this IServiceCollection services, EngineSettings engine, TimeSpan responseTimeout, ClusterSettings cluster, PlacementSettings placement)
    {
        services.AddSingleton(engine).AddSingleton<EngineInfo>();
        if (engine.IsLocal)
            services.AddLocal(responseTimeout, cluster.SiloName, placement);
        else
            services.AddOrleans(engine.CallsInline, responseTimeout, cluster, placement);
    }

    /// <summary>Adds what the services need of the engine. To be called when they are there.</summary>
    public static void AddStreams(this IServiceCollection services, EngineSettings engine)
    {
        if (!engine.IsLocal && services.HasReplicaStreams())
            services.AddOrleansStreams();
    }

    /// <summary>Adds the way in which grains of one silo call each other. To be called last: calls pass the filters that are there then.</summary>
    public static void AddLocalCalls(
        this IServiceCollection services, EngineSettings engine, TimeSpan responseTimeout, ClusterSettings cluster, PlacementSettings placement)
    {
        if (engine.CallsInline)
            services.AddInline(responseTimeout, placement, cluster.HasOthers);
        else if (!engine.IsLocal)
            services.AddByMessage();
    }

    private static void AddResults(this IServiceCollection services, ResultsSettings settings)
    {
        if (!settings.AreCollected)
        {
            services.AddSingleton<IHandlers>(static provider => provider.GetRequiredService<EntryHandlers>());
            return;
        }

        services
            .AddSingleton(settings)
            .AddSingleton<AcceptedTransactions>()
            .AddSingleton<IAcceptedWork>(static provider => provider.GetRequiredService<AcceptedTransactions>())
            .AddSingleton<ReceiptHandlers>()
            .AddSingleton<IHandlers, EgressHandlers>();
    }

    // After the protocol: what sagas of a silo that died have left is taken back before anything is replicated.
    private static IServiceCollection AddReplication(this IServiceCollection services, ReplicationSettings settings) =>
        (settings.Level, settings.Redis) switch
        {
            (SettingsTable.ReplicationEventual, { } redis) => services.AddEventualRedis(redis),
            (SettingsTable.ReplicationEventual, null) => services.AddEventualStreams(),
            (SettingsTable.ReplicationPerObject, { } redis) => services.AddCausalRedis(redis),
            (SettingsTable.ReplicationPerObject, null) => services.AddCausalStreams(),
            (SettingsTable.ReplicationAcrossObjects, { } redis) => services.AddOrderedRedis(redis),
            (SettingsTable.ReplicationAcrossObjects, null) => services.AddOrderedStreams(),
            _ => services.AddNoReplication(),
        };

    // Made here, so that a bad setting stops the start; registered by a factory, so that the container disposes of it.
    private static string AddArchiveFolder(this IServiceCollection services, SiloSettings settings)
    {
        if (settings is { Storage: not null, Recording: RecordingLevel.Off, AuditLog: null })
            return "";

        var folder = new ArchiveFolder(settings.ArchiveFolder);
        services.AddSingleton(_ => folder);
        return folder.Path;
    }

    // Before the engine, which needs it from its first activation to its last.
    private static void AddStorage(this IServiceCollection services, SiloSettings settings, string folder)
    {
        if (settings.Storage is { } postgres)
        {
            services.AddPostgresStorage(postgres);
            if (postgres.KeepsVersionNumbers)
                services.AddVersionRecovery();
        }
        else
        {
            services.AddMemoryStorage().AddSpoolArchive(folder);
        }

        if (settings.Dashboard is { } dashboards)
            services.AddPostgresDashboards(dashboards);

        if (settings.AuditLog is { } log)
        {
            const long mebibyte = 1 << 20;
            services.AddPostgresAuditLog(new AuditLogOptions(log, folder, settings.AuditLogSpoolMiB * mebibyte));
        }
    }
}
