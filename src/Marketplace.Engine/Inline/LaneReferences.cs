using System.Diagnostics.CodeAnalysis;
using Marketplace.Engine.Turns;
using Orleans.GrainReferences;

namespace Marketplace.Engine.Inline;

/// <summary>Gives references to grains that can have lanes the grain's lane as their runtime.</summary>
internal sealed class LaneReferences(LaneTable lanes) : IGrainReferenceActivatorProvider
{
    public bool TryGet(GrainType grainType, GrainInterfaceType interfaceType, [NotNullWhen(true)] out IGrainReferenceActivator? activator)
    {
        var type = lanes.References.Interfaces.Find(interfaceType);
        activator = type is not null && lanes.Has(grainType) && !typeof(IGrainExtension).IsAssignableFrom(type.Type) ? new Of(lanes, type) : null;
        return activator is not null;
    }

    private sealed class Of(LaneTable lanes, GrainInterface type) : IGrainReferenceActivator
    {
        public GrainReference CreateReference(GrainId grainId) => lanes.Get(grainId).ReferenceBy(type);
    }
}
