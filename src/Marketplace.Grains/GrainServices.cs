using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;
using Orleans;

namespace Marketplace.Grains;

/// <summary>Registers what the grains need besides the engine and a protocol.</summary>
public static class GrainServices
{
    /// <summary>Adds the services.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="cart">Limits of a cart.</param>
    /// <param name="provider">How the payment provider behaves.</param>
    public static IServiceCollection AddMarketplaceGrains(
        this IServiceCollection services,
        CartOptions cart,
        ShipmentPartitions partitions,
        PaymentProviderOptions provider)
    {
        // The engine has put the silos of its cluster there, if it has clusters.
        services.TryAddSingleton<ISilos, SingleSilo>();
        services.TryAddSingleton<IDashboardTable, NoDashboardTable>();
        return services
            .AddSingleton(cart)
            .AddSingleton(partitions)
            .AddSingleton(provider)
            .AddSingleton<IPaymentProvider, SimulatedPaymentProvider>()
            .AddSingleton<IStockJournal, NoStockJournal>()
            .AddSingleton<IReplicaJournal, NoReplicaJournal>()
            .AddHostedService<DashboardRebuild>()
            .AddEvents()
            .AddSingleton<Declarations>()
            .AddSingleton<UpdateDelivery>()
            .AddSingleton<GrainKeys>()
            .AddSingleton<CartWatch>()
            .AddScoped<CartReplicas>()
            .AddScoped<CartSchedule>()
            .AddSingleton(static s => new Abandonments(
                s.GetRequiredService<IGrainFactory>(),
                s.GetRequiredService<ITransactionProtocol>(),
                s.GetRequiredService<Declarations>(),
                s.GetRequiredService<GrainKeys>(),
                s.GetRequiredService<IGrainStorageCatalog>(),
                s.GetRequiredService<OperationGate>(),
                s.GetRequiredService<CartWatch>(),
                s.GetRequiredService<CartOptions>(),
                s.GetRequiredService<TimeProvider>()))
            .AddSingleton(static s => new AbandonedCarts(
                s.GetRequiredService<IArchive>(), s.GetRequiredService<ISilos>(), s.GetRequiredService<ThisSilo>()))
            .AddSingleton(static s => new ThisSilo(
                s.GetRequiredService<OperationGate>(),
                s.GetRequiredService<IGrainStorageCatalog>(),
                s.GetRequiredService<IArchive>(),
                s.GetRequiredService<IPaymentProvider>(),
                s.GetRequiredService<PlacementReport>(),
                s.GetRequiredService<ICommittedUpdates>(),
                s.GetService<HistorySpool>(),
                s.GetService<IAuditLog>(),
                s.GetRequiredService<IDashboardTable>(),
                s.GetService<IAcceptedWork>()))
            .AddSingleton<ActivationCounts>()
            .AddSingleton<GrainLifetime>()
            .AddSingleton<PlacementReport>()
            .AddSingleton(static s => new Exports(
                s.GetRequiredService<IGrainFactory>(),
                s.GetRequiredService<ITransactionProtocol>(),
                s.GetRequiredService<Declarations>(),
                s.GetRequiredService<GrainKeys>(),
                s.GetRequiredService<IArchive>(),
                s.GetRequiredService<ISilos>(),
                s.GetRequiredService<ShipmentPartitions>(),
                s.GetRequiredService<IStockJournal>(),
                s.GetRequiredService<IEventJournal>(),
                s.GetRequiredService<IReplicaJournal>(),
                s.GetRequiredService<CartOptions>(),
                s.GetRequiredService<TimeProvider>(),
                s.GetService<HistorySpool>(),
                s.GetService<IAuditLog>()))
            .AddSingleton(static s => new Housekeeping(
                s.GetRequiredService<IGrainFactory>(),
                s.GetRequiredService<ITransactionProtocol>(),
                s.GetRequiredService<Declarations>(),
                s.GetRequiredService<GrainKeys>(),
                s.GetRequiredService<IArchive>(),
                s.GetRequiredService<ISilos>(),
                s.GetRequiredService<TimeProvider>()));
    }

    /// <summary>Notes at each call on which scheduler a service runs (<see cref="IHostingSilo.WatchesCalls"/>).</summary>
    /// <param name="services">Where to.</param>
    public static IServiceCollection AddSchedulerWatch(this IServiceCollection services) =>
        services.AddSingleton<IIncomingGrainCallFilter, SchedulerWatch>();

    /// <summary>Keeps finished records in files of this silo.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="folder">Folder of the files; they vanish with the silo.</param>
    public static IServiceCollection AddSpoolArchive(this IServiceCollection services, string folder) => services
        .AddSingleton<IArchiveFiles>(new DiskFiles(folder))
        .AddSingleton<SpoolArchive>()
        .AddSingleton<IArchive>(static s => s.GetRequiredService<SpoolArchive>());
}
