using System.Collections.Immutable;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols.Recording;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Marketplace.Grains.Recording;

/// <summary>The states of the eight services as the history names them; Product has the logs of sellers' updates besides.</summary>
public static class RecordedStates
{
    private static readonly ImmutableArray<(string Service, bool IsPair, Func<IServiceCollection, byte, IServiceCollection> Add)> All =
    [
        ("cart", false, RecordingRegistration.AddRecordedState<CartState>),
        ("product", true, RecordingRegistration.AddRecordedState<ProductState>),
        ("stock", true, RecordingRegistration.AddRecordedState<StockState>),
        ("order", false, RecordingRegistration.AddRecordedState<OrderState>),
        ("payment", false, RecordingRegistration.AddRecordedState<PaymentState>),
        ("shipment", false, RecordingRegistration.AddRecordedState<ShipmentState>),
        ("customer", false, RecordingRegistration.AddRecordedState<CustomerState>),
        ("seller", false, RecordingRegistration.AddRecordedState<SellerState>),
        ("updates", false, RecordingRegistration.AddRecordedState<UpdateLogState>),
    ];

    /// <summary>Records the transactions of the protocol that is registered already, in a file until the next reset.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="level">How much; with Off nothing is added.</param>
    /// <param name="folder">Folder of the file, which vanishes with the silo.</param>
    /// <param name="kept">Folder of a file that outlives it; empty for none.</param>
    public static IServiceCollection AddRecording(this IServiceCollection services, RecordingLevel level, string folder, string kept = "")
    {
        if (level == RecordingLevel.Off)
            return services;

        services.AddRecording(level)
            .AddSingleton(provider => new HistorySpool(
                kept.Length == 0 ? new PassingLog(new DiskFiles(folder)) : new KeptLog(kept),
                provider.GetRequiredService<ObjectVersions>(),
                provider.GetRequiredService<ILogger<HistorySpool>>(),
                provider.GetService<IVersionNumbers>()))
            .AddSingleton<IHistory>(static provider => provider.GetRequiredService<HistorySpool>());
        for (var number = 0; number < All.Length && level == RecordingLevel.Full; number++)
            All[number].Add(services, (byte)number);

        // Of several the last one counts.
        return level == RecordingLevel.Full
            ? services
                .AddSingleton<IStockJournal, ArchivedStockJournal>()
                .AddSingleton<IEventJournal, ArchivedEventJournal>()
                .AddSingleton<IReplicaJournal, ArchivedReplicaJournal>()
            : services;
    }

    /// <summary>
    /// Goes on with the versions that the storage has numbered. To be called after the storage is added, and before the engine: so it starts.
    /// </summary>
    /// <param name="services">Where to.</param>
    public static IServiceCollection AddVersionRecovery(this IServiceCollection services) => services.AddHostedService<VersionRecovery>();

    /// <summary>Number of the state of a stored object.</summary>
    internal static byte NumberOf(string service, long key)
    {
        var name = service == "product" && key < 0 ? "updates" : service;
        return (byte)Enumerable.Range(0, All.Length).First(number => All[number].Service == name);
    }

    /// <summary>What the grains of a state are called.</summary>
    /// <returns>The service, and whether its keys are pairs of ids.</returns>
    internal static (string Service, bool IsPair) Of(int number) => (All[number].Service, All[number].IsPair);
}
