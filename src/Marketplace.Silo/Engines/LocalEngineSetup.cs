using Marketplace.Grains.Cart;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Engines;

/// <summary>Runs the grains on the local engine.</summary>
internal static class LocalEngineSetup
{
    /// <summary>Adds the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    /// <param name="cluster">How silos find each other.</param>
    /// <param name="placement">Which resources the services have.</param>
    /// <exception cref="SettingException">They ask for several silos, which this engine does not have.</exception>
    public static void AddEngine(
        this IServiceCollection services,
        TimeSpan responseTimeout,
        ClusterSettings cluster,
        PlacementSettings placement)
    {
        if (cluster.HasOthers)
        {
            throw new SettingException(
                $"The setting {Setting.Section}:{ClusterTable.Provider.Key} has the value '{cluster.Provider}', and this silo "
                + "was built with the local engine, which runs one silo alone; for clusters build with -p:Engine=Orleans.");
        }

        if (!placement.HostsAll)
        {
            throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.Services.Key} leaves services to other silos, and this silo was built with "
                + "the local engine, which runs one silo alone; for clusters build with -p:Engine=Orleans.");
        }

        services
            .AddSingleton<IHostingSilo>(new LocalEngineSilo(cluster.SiloName))
            .AddLocalEngine(engine =>
            {
                engine.GrainAssemblies.Add(typeof(ICartGrain).Assembly);
                engine.GrainAssemblies.Add(typeof(IParticipant).Assembly);
                engine.ResponseTimeout = responseTimeout;
                engine.GroupParallelism = placement.Parallelism;
                engine.MaxWaitingToEnter = placement.MaxWaiting;
                if (placement.PerService)
                {
                    engine.GroupOf = MarketplaceServices.Of;
                }
            })
            .AddMemoryStreams(ReplicaStreams.Provider);
        if (placement.PerService)
        {
            services.AddSingleton<IServiceEntrance, LocalEngineEntrance>();
        }
    }
}
