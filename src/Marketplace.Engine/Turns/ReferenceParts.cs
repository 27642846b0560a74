using Orleans.CodeGeneration;
using Orleans.Serialization.Cloning;
using Orleans.Serialization.Serializers;

namespace Marketplace.Engine.Turns;

/// <summary>What references to grains are made of.</summary>
internal sealed class ReferenceParts(GrainInterfaces interfaces, CodecProvider codecs, CopyContextPool copies, IServiceProvider services)
{
    public GrainInterfaces Interfaces { get; } = interfaces;

    /// <summary>The part that references to one grain by one interface share.</summary>
    public GrainReferenceShared Shared(GrainType grainType, GrainInterfaceType interfaceType, TurnRunner runtime) =>
        new(grainType, interfaceType, 0, runtime, InvokeMethodOptions.None, codecs, copies, services);
}
