using System.Diagnostics.CodeAnalysis;
using Orleans;
using Orleans.Metadata;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Lets no activation be complete before it has given its thread back once. Orleans (10.4) starts an activation under its lock, and goes on under it
/// to the requests that wait for it if the activation completes at once: two new grains whose first requests call each other then wait for
/// each other's lock for ever, and with them every thread that calls one of them. Stateless workers, which only Orleans itself has here, are left
/// out: the context that they share has no such stages.
/// </summary>
internal sealed class OrleansActivation : IConfigureGrainContextProvider, IConfigureGrainContext
{
    // Orleans' own name for it.
    private const string StatelessWorkers = "StatelessWorkerPlacement";

    public bool TryGetConfigurator(
        GrainType grainType, GrainProperties properties, [NotNullWhen(true)] out IConfigureGrainContext? configurator)
    {
        configurator = this;
        return properties.Properties.GetValueOrDefault(WellKnownGrainTypeProperties.PlacementStrategy) != StatelessWorkers;
    }

    public void Configure(IGrainContext context) => context.ObservableLifecycle.Subscribe(
        nameof(OrleansActivation), GrainLifecycleStage.First, static async _ => await Task.Yield());
}
