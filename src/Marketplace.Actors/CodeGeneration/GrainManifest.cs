using Orleans;
using Orleans.Runtime;

namespace Marketplace.Actors.CodeGeneration;

/// <summary>Names the generated class that tells the engine about the grain interfaces and classes of an assembly.</summary>
/// <param name="manifestType">The class; it implements <see cref="IGrainManifest"/>.</param>
[AttributeUsage(AttributeTargets.Assembly)]
public sealed class GrainManifestAttribute(Type manifestType) : Attribute
{
    /// <summary>The class.</summary>
    public Type ManifestType { get; } = manifestType;
}

/// <summary>Tells the engine about the grain interfaces and classes of an assembly.</summary>
public interface IGrainManifest
{
    /// <summary>Adds all of them.</summary>
    /// <param name="builder">Receives them.</param>
    void Register(IGrainManifestBuilder builder);
}

/// <summary>Receives the grain interfaces and classes of assemblies when an engine is built.</summary>
public interface IGrainManifestBuilder
{
    /// <summary>Adds an interface.</summary>
    /// <typeparam name="TGrainInterface">The interface.</typeparam>
    /// <param name="create">Makes a reference.</param>
    void AddInterface<TGrainInterface>(Func<GrainReferenceSeed, TGrainInterface> create)
        where TGrainInterface : class, IAddressable;

    /// <summary>Adds a class.</summary>
    /// <typeparam name="TGrain">The class.</typeparam>
    void AddClass<TGrain>()
        where TGrain : class, IGrainBase;
}
