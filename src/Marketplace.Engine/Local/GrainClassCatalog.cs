using System.Collections.Frozen;
using System.Collections.Immutable;
using Marketplace.Engine.Turns;
using Microsoft.Extensions.Options;
using Orleans.Metadata;
using Orleans.Serialization.Configuration;

namespace Marketplace.Engine.Local;

/// <summary>
/// The grain classes of some assemblies, by what their attributes and members say. It holds nothing of an engine, so engines of one process
/// that run the same assemblies can share it: to read a class costs a hundred times what a grain does.
/// </summary>
internal sealed class GrainClassCatalog
{
    public GrainClassCatalog(
        IOptions<LocalEngineOptions> options, IOptions<TypeManifestOptions> manifest, GrainTypeResolver classNames, GrainInterfaces interfaces)
    {
        var assemblies = options.Value.GrainAssemblies;
        Classes =
        [
            .. manifest.Value.InterfaceImplementations
                .Where(type => assemblies.Contains(type.Assembly) && typeof(IGrain).IsAssignableFrom(type))
                .Where(static type => type is { IsClass: true, IsAbstract: false, IsGenericTypeDefinition: false })
                .Select(type => (classNames.GetGrainType(type), new GrainClassTraits(type)))
                .OrderBy(static grainClass => grainClass.Item1),
        ];
        foreach (var assembly in assemblies)
        {
            if (!Classes.Any(grainClass => grainClass.Traits.Type.Assembly == assembly))
                throw new InvalidOperationException($"Assembly {assembly.GetName().Name} has no grain class for which Orleans generated code.");
        }

        Implementations = interfaces.All.ToFrozenDictionary(
            static entry => entry.Type,
            entry => Classes.Where(grainClass => entry.Type.IsAssignableFrom(grainClass.Traits.Type)).Select(static grainClass => grainClass.Name)
                .ToImmutableArray());
    }

    /// <summary>The classes, in the order of their names.</summary>
    public ImmutableArray<(GrainType Name, GrainClassTraits Traits)> Classes { get; }

    /// <summary>The classes that implement a grain interface.</summary>
    public FrozenDictionary<Type, ImmutableArray<GrainType>> Implementations { get; }
}
