using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Recording;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Marketplace.Grains;

/// <summary>Registers what the grains need besides the engine, a protocol, and the options of the services.</summary>
internal static class GrainServices
{
    public static IServiceCollection AddMarketplaceGrains(this IServiceCollection services)
    {
        // The engine has put the silos of its cluster there, if it has clusters.
        services.TryAddSingleton<ISilos, SingleSilo>();
        services.TryAddSingleton<IMembers, NoMembers>();
        services.TryAddSingleton<IDashboardTable, NoDashboardTable>();
        services.TryAddSingleton(new JournalOptions(IsKept: false));
        foreach (var service in MarketplaceServices.All)
            service.Register(services);

        return services
            .AddEvents()
            .AddSingleton<Declarations>()
            .AddSingleton<GrainKeys>()
            .AddTransient<SurvivorDuty>()
            .AddSingleton<ThisSilo>()
            .AddSingleton<ActivationCounts>()
            .AddSingleton<GrainLifetime>()
            .AddSingleton<Housekeeping>()
            .AddSingleton<Journal>()
            .AddSingleton<Exports>()
            .AddSingleton<GrainReader>()
            .AddSingleton<PlacementReport>()
            .AddSingleton<Export, PlacementOfCluster>()
            .AddHostedService<DashboardRebuild>();
    }

    /// <summary>Notes at each call on which scheduler a service runs (<see cref="IHostingSilo.WatchesCalls"/>).</summary>
    public static IServiceCollection AddSchedulerWatch(this IServiceCollection services) =>
        services.AddSingleton<IIncomingGrainCallFilter, SchedulerWatch>();

    /// <summary>Keeps finished records in files of this silo.</summary>
    /// <param name="folder">Folder of the files; they vanish with the silo.</param>
    public static IServiceCollection AddSpoolArchive(this IServiceCollection services, string folder) => services
        .AddSingleton<IArchiveFiles>(new DiskFiles(folder))
        .AddSingleton<SpoolArchive>()
        .AddSingleton<IArchive>(static s => s.GetRequiredService<SpoolArchive>());
}
