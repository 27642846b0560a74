using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols.Storage.Memory;
using Marketplace.Silo.Engines;
using Marketplace.Silo.Gateway.Handlers;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Gateway.Import;
using Marketplace.Silo.Settings;
using Marketplace.Storage.Postgres;

namespace Marketplace.Silo.Hosting;

/// <summary>The composition root of the eight services: settings are turned into parts here, and nowhere else.</summary>
internal static class ServicesSetup
{
    /// <summary>Adds the services, the entry points and their handlers.</summary>
    public static void AddMarketplace(this IServiceCollection services, SiloSettings settings)
    {
        services.AddStorage(settings);
        services.AddEngine(settings.ResponseTimeout, settings.Cluster, settings.Placement);
        if (settings.Replication == SettingsTable.ReplicationEventual)
        {
            services.AddStreamReplication();
        }
        else
        {
            services.AddNoReplication();
        }

        services
            .AddProtocol(settings.Protocol, settings.ProtocolOptions)
            .AddMarketplaceGrains(
                new CartOptions(settings.CartMaxItems, settings.CartCheckoutLease),
                new ShipmentPartitions(settings.ShipmentPartitions),
                new PaymentProviderOptions
                {
                    Latency = settings.PaymentProviderLatency,
                    DeclineRate = settings.PaymentProviderDeclineRate,
                    Outage = settings.PaymentProviderOutage,
                    Retries = settings.PaymentProviderRetries,
                    RetryDelay = settings.PaymentProviderRetryDelay,
                    Seed = settings.PaymentProviderSeed,
                })
            .AddEntry(new EntryOptions(settings.Gateway.LegacyStatus, settings.Gateway.DrainTimeout))
            .AddSingleton(new RequestBody(settings.Gateway.MaxBodyBytes))
            .AddSingleton<JsonAnswers>()
            .AddSingleton<CartHandlers>()
            .AddSingleton<ProductHandlers>()
            .AddSingleton<OrderHandlers>()
            .AddSingleton<DataHandlers>()
            .AddSingleton<ImportHandler>()
            .AddSingleton<IHandlers, EntryHandlers>();
    }

    // Before the engine, which needs it from its first activation to its last.
    private static void AddStorage(this IServiceCollection services, SiloSettings settings)
    {
        if (settings.Storage is { } postgres)
        {
            services.AddPostgresStorage(postgres);
        }
        else
        {
            // The folder is made here, so that a bad setting stops the start; by a factory, so that the container disposes of it.
            var folder = new ArchiveFolder(settings.ArchiveFolder);
            services.AddSingleton(_ => folder).AddMemoryStorage().AddSpoolArchive(folder.Path);
        }
    }
}
