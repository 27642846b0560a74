using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Engines;

/// <summary>Runs the grains on the local engine.</summary>
internal static class LocalEngineSetup
{
    /// <summary>Adds the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    /// <param name="cluster">How silos find each other.</param>
    /// <exception cref="SettingException">They ask for a cluster, which this engine does not have.</exception>
    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout, ClusterSettings cluster)
    {
        if (cluster.HasOthers)
        {
            throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.ClusterProvider.Key} has the value '{cluster.Provider}', and this silo "
                + "was built with the local engine, which runs one silo alone; for clusters build with -p:Engine=Orleans.");
        }

        services
            .AddLocalEngine(engine =>
            {
                engine.GrainAssemblies.Add(typeof(ICartGrain).Assembly);
                engine.GrainAssemblies.Add(typeof(IParticipant).Assembly);
                engine.ResponseTimeout = responseTimeout;
            })
            .AddMemoryStreams(ReplicaStreams.Provider);
    }
}
