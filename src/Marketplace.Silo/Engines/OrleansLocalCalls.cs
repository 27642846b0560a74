using Marketplace.Engine.Inline;
using Marketplace.Grains;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Settings;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>How the grains of one silo of Orleans call each other.</summary>
internal static class OrleansLocalCalls
{
    /// <summary>Has them call each other inline, on the thread of the caller.</summary>
    /// <param name="services">Where to, when all filters of calls are there.</param>
    /// <param name="responseTimeout">How long a caller waits for an answer.</param>
    /// <param name="hasOthers">Whether there may be other silos; then each service has a silo of its own, if it has resources of its own.</param>
    public static void AddInline(this IServiceCollection services, TimeSpan responseTimeout, PlacementSettings placement, bool hasOthers)
    {
        var apart = placement.PerService && !hasOthers;
        services
            .AddSingleton<ITurnFence, OrleansTurnFence>()
            .AddInlineCalls(calls =>
            {
                calls.ResponseTimeout = responseTimeout;
                calls.GroupParallelism = placement.Parallelism;
                calls.MaxWaitingToEnter = placement.MaxWaiting;
                calls.ClosesLane = static grainClass => typeof(IServiceGrain).IsAssignableFrom(grainClass);
                if (apart)
                    calls.GroupOf = MarketplaceServices.Of;
            });
        if (apart)
            services.AddSingleton<IServiceEntrance, SchedulerEntrance>().AddSchedulerWatch();
    }

    /// <summary>Has them send each other messages, as Orleans does it.</summary>
    public static void AddByMessage(this IServiceCollection services)
    {
        services.AddSingleton<ITurnFence, NoTurnFence>();
        services.AddCachedGrainFactory();
    }
}

/// <summary>Closes the lane of an activation, in which calls run that Orleans does not know of.</summary>
internal sealed class OrleansTurnFence(Lanes lanes) : ITurnFence
{
    public void BeginClose(IGrainContext activation) => lanes.BeginClose(activation);

    public Task Close(IGrainContext activation, CancellationToken cancellationToken) => lanes.Close(activation, cancellationToken);
}
