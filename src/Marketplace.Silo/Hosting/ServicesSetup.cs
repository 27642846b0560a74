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

namespace Marketplace.Silo.Hosting;

/// <summary>The composition root of the eight services: settings are turned into parts here, and nowhere else.</summary>
internal static class ServicesSetup
{
    /// <summary>Adds the services, the entry points and their handlers.</summary>
    public static void AddMarketplace(this IServiceCollection services, SiloSettings settings, ArchiveFolder archive)
    {
        services.AddEngine(settings.ResponseTimeout, settings.Cluster);
        if (settings.Replication == SettingsTable.ReplicationEventual)
        {
            services.AddStreamReplication();
        }
        else
        {
            services.AddNoReplication();
        }

        services
            .AddMemoryStorage()
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
                },
                archive.Path)
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
}
