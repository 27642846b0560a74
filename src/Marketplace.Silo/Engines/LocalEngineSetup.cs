using Marketplace.Grains.Cart;
using Marketplace.Grains.Replication;

namespace Marketplace.Silo.Engines;

/// <summary>Runs the grains on the local engine.</summary>
internal static class LocalEngineSetup
{
    /// <summary>Adds the engine.</summary>
    /// <param name="services">Where to.</param>
    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    public static void AddEngine(this IServiceCollection services, TimeSpan responseTimeout) => services
        .AddLocalEngine(engine =>
        {
            engine.GrainAssemblies.Add(typeof(ICartGrain).Assembly);
            engine.ResponseTimeout = responseTimeout;
        })
        .AddMemoryStreams(ReplicaStreams.Provider);
}
