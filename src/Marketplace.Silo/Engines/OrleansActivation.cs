using System.Diagnostics.CodeAnalysis;
using Orleans;
using Orleans.Metadata;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Lets no activation be complete before it has given its thread back once. Orleans (10.4) starts an activation under its lock, and goes on under it
/// to the requests that wait for it if the activation completes at once: two new grains whose first requests call each other then wait for
/// each other's lock for ever, and with them every thread that calls one of them.
/// </summary>
internal sealed class OrleansActivation : IConfigureGrainContextProvider, IConfigureGrainContext
{
    public bool TryGetConfigurator(
        GrainType grainType, GrainProperties properties, [NotNullWhen(true)] out IConfigureGrainContext? configurator)
    {
        configurator = this;
        return true;
    }

    public void Configure(IGrainContext context) => context.ObservableLifecycle.Subscribe(
        nameof(OrleansActivation), GrainLifecycleStage.First, static async _ => await Task.Yield());
}
