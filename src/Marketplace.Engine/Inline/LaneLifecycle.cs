using System.Diagnostics.CodeAnalysis;
using Orleans.Metadata;

namespace Marketplace.Engine.Inline;

/// <summary>Closes the lane of an activation that leaves, before anything that the grain is made of stops.</summary>
internal sealed class LaneLifecycle(LaneTable lanes) : IConfigureGrainContextProvider, IConfigureGrainContext
{
    public bool TryGetConfigurator(
        GrainType grainType, GrainProperties properties, [NotNullWhen(true)] out IConfigureGrainContext? configurator)
    {
        configurator = lanes.Has(grainType) ? this : null;
        return configurator is not null;
    }

    public void Configure(IGrainContext context) => context.ObservableLifecycle.Subscribe(
        nameof(LaneLifecycle),
        GrainLifecycleStage.Last,
        static _ => Task.CompletedTask,
        cancellationToken => lanes.Close(context, cancellationToken));
}
