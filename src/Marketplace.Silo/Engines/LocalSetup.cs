using System.Collections.Immutable;
using Marketplace.Engine.Turns.Scheduling;
using Marketplace.Grains;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Engines;

/// <summary>Runs the grains on the local engine, which has neither clusters nor messages.</summary>
internal static class LocalSetup
{
    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    /// <param name="siloName">Name of the silo; null if it has none.</param>
    public static void AddLocal(this IServiceCollection services, TimeSpan responseTimeout, string? siloName, PlacementSettings placement)
    {
        services
            .AddSingleton<IHostingSilo>(new LocalSilo(siloName))
            .AddSingleton<ITurnFence, NoTurnFence>()
            .AddLocalEngine(engine =>
            {
                engine.GrainAssemblies.Add(typeof(IServiceGrain).Assembly);
                engine.GrainAssemblies.Add(typeof(IParticipant).Assembly);
                engine.ResponseTimeout = responseTimeout;
                engine.GroupParallelism = placement.Parallelism;
                engine.MaxWaitingToEnter = placement.MaxWaiting;
                if (placement.PerService)
                    engine.GroupOf = MarketplaceServices.Of;
            })
            .AddLocalStreams(ReplicaStreams.Provider);
        if (placement.PerService)
            services.AddSingleton<IServiceEntrance, SchedulerEntrance>();
    }
}

/// <summary>The one silo of the local engine.</summary>
/// <param name="name">Its name; null if it was given none.</param>
internal sealed class LocalSilo(string? name) : IHostingSilo
{
    public string Name { get; } = name ?? "local";
    public ImmutableArray<string> Services => [];
    public string Scheduler => SchedulerGroups.Current ?? IHostingSilo.SharedScheduler;
}
