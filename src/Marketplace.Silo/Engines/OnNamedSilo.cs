using Orleans;
using Orleans.Placement;
using Orleans.Runtime;
using Orleans.Runtime.Placement;

namespace Marketplace.Silo.Engines;

/// <summary>Has a grain be on the silo that its key names, next to its number; on any other one if there is no such silo any more.</summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class OnNamedSiloAttribute() : PlacementAttribute(new OnNamedSilo());

/// <inheritdoc cref="OnNamedSiloAttribute"/>
[GenerateSerializer, Immutable]
internal sealed class OnNamedSilo : PlacementStrategy;

/// <inheritdoc cref="OnNamedSiloAttribute"/>
internal sealed class OnNamedSiloDirector : IPlacementDirector
{
    public Task<SiloAddress> OnAddActivation(PlacementStrategy strategy, PlacementTarget target, IPlacementContext context)
    {
        var silos = context.GetCompatibleSilos(target);
        var named = target.GrainIdentity.TryGetIntegerKey(out _, out var name) && name is not null ? SiloAddress.FromParsableString(name) : null;
        return Task.FromResult(Array.Find(silos, silo => silo.Equals(named)) ?? silos[0]);
    }
}
