using Marketplace.Grains;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage.Memory;
using Marketplace.Replication.Redis;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Gateway.Handlers;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Gateway.Import;
using Marketplace.Silo.Metrics;
using Marketplace.Silo.Receipts;
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
        services.AddStorage(settings.Storage, folder);
        services.AddEngine(settings.Engine, settings.ResponseTimeout, settings.Cluster, settings.Placement);
        services
            .AddProtocol(settings.Protocol.Name, settings.Protocol.Options)
            .AddDelivery(settings.Delivery.Options)
            .AddSingleton(settings.Services.Cart)
            .AddSingleton(settings.Services.Shipment)
            .AddSingleton(settings.Services.PaymentProvider)
            .AddMarketplaceGrains()
            .AddReplication(settings.Replication)
            .AddOutboxes(settings.Delivery.Options)
            .AddRecording(settings.Recording.Level, folder, settings.Recording.Folder, settings.Cluster.HasOthers)
            .AddEntry(new EntryOptions(settings.Gateway.LegacyStatus, settings.Gateway.DrainTimeout))
            .AddSingleton(new RequestBody(settings.Gateway.MaxBodyBytes))
            .AddSingleton<JsonAnswers>()
            .AddSingleton<CartHandlers>()
            .AddSingleton<ProductHandlers>()
            .AddSingleton<SellerHandlers>()
            .AddSingleton<DataHandlers>()
            .AddSingleton<ImportHandler>()
            .AddSingleton<EntryHandlers>();
        services.AddStreams(settings.Engine);
        services.AddReceipts(settings.Receipts);
    }

    /// <summary>Adds what runs the grains.</summary>
    /// <exception cref="SettingException">A cluster can't be joined as its settings say.</exception>
    public static void AddEngine(
        this IServiceCollection services, EngineSettings engine, TimeSpan responseTimeout, ClusterSettings cluster, PlacementSettings placement)
    {
        services.AddSingleton(engine).AddSingleton<EngineInfo>();
        if (engine.IsLocal)
            services.AddLocal(responseTimeout, cluster.SiloName, placement);
        else
            services.AddOrleans(responseTimeout, cluster, placement);
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

    private static void AddReceipts(this IServiceCollection services, ReceiptSettings settings)
    {
        if (!settings.AreCollected)
        {
            services.AddSingleton<IHandlers>(static provider => provider.GetRequiredService<EntryHandlers>());
            return;
        }

        services
            .AddSingleton(settings)
            .AddSingleton<ReceiptedTransactions>()
            .AddSingleton<IReceiptedWork>(static provider => provider.GetRequiredService<ReceiptedTransactions>())
            .AddSingleton<ReceiptHandlers>()
            .AddSingleton<IHandlers, ReceiptedHandlers>();
    }

    // After the protocol: what sagas of a silo that died have left is taken back before anything is replicated.
    private static IServiceCollection AddReplication(this IServiceCollection services, ReplicationSettings settings) =>
        (settings.Level, settings.Redis) switch
        {
            (ReplicationSettings.Eventual, { } redis) => services.AddEventualRedis(redis),
            (ReplicationSettings.Eventual, null) => services.AddEventualStreams(),
            (ReplicationSettings.PerObject, { } redis) => services.AddCausalRedis(redis),
            (ReplicationSettings.PerObject, null) => services.AddCausalStreams(),
            (ReplicationSettings.AcrossObjects, { } redis) => services.AddOrderedRedis(redis),
            (ReplicationSettings.AcrossObjects, null) => services.AddOrderedStreams(),
            _ => services.AddNoReplication(),
        };

    // Made here, so that a bad setting stops the start; registered by a factory, so that the container disposes of it.
    private static string AddArchiveFolder(this IServiceCollection services, SiloSettings settings)
    {
        if (settings is { Storage: { States: not null, AuditLog: null }, Recording.Level: RecordingLevel.Off })
            return "";

        var folder = new ArchiveFolder(settings.Storage.ArchiveFolder);
        services.AddSingleton(_ => folder);
        return folder.Path;
    }

    // Before the engine, which needs it from its first activation to its last.
    private static void AddStorage(this IServiceCollection services, StorageSettings settings, string folder)
    {
        if (settings.States is { } postgres)
        {
            services.AddPostgresStorage(postgres);
            if (postgres is { KeepsVersionNumbers: true, IsJournaled: true })
                services.AddVersionRecovery();
        }
        else
        {
            services.AddMemoryStorage().AddSpoolArchive(folder);
        }

        if (settings.Dashboards is { } dashboards)
        {
            services.AddPostgresDashboards(dashboards);
            if (dashboards.IsShared)
                services.AddClusterDashboards();
        }

        if (settings.AuditLog is { } log)
        {
            const long mebibyte = 1 << 20;
            services.AddPostgresAuditLog(new AuditLogOptions(log, folder, settings.AuditLogSpoolMiB * mebibyte));
        }
    }
}
