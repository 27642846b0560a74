using System.Reflection;
using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;

namespace Marketplace.LocalEngine;

/// <summary>Collects what the generated manifests of the grain assemblies say.</summary>
internal sealed class GrainManifestReader : IGrainManifestBuilder
{
    private readonly Dictionary<Type, Delegate> _interfaces = [];
    private readonly Dictionary<string, GrainClassTraits> _classes = [];

    public GrainManifestReader(IEnumerable<Assembly> assemblies)
    {
        foreach (var assembly in assemblies.Distinct())
        {
            var type = assembly.GetCustomAttribute<GrainManifestAttribute>()?.ManifestType
                ?? throw new InvalidOperationException(
                    $"Assembly {assembly.GetName().Name} has no grain manifest: build it with Marketplace.LocalEngine.CodeGeneration.");
            ((IGrainManifest)Activator.CreateInstance(type, nonPublic: true)!).Register(this);
        }
    }

    /// <summary>How references are made, by interface: functions from a seed to the interface.</summary>
    public IReadOnlyDictionary<Type, Delegate> Interfaces => _interfaces;

    public IEnumerable<GrainClassTraits> Classes => _classes.Values;

    void IGrainManifestBuilder.AddInterface<TGrainInterface>(Func<GrainReferenceSeed, TGrainInterface> create) =>
        _interfaces[typeof(TGrainInterface)] = create;

    void IGrainManifestBuilder.AddClass<TGrain>()
    {
        var traits = new GrainClassTraits(typeof(TGrain));
        if (!_classes.TryAdd(traits.TypeName, traits))
        {
            var other = _classes[traits.TypeName].Type;
            throw new InvalidOperationException(
                $"Grain classes {other} and {traits.Type} are both of type \"{traits.TypeName}\": use GrainTypeAttribute.");
        }
    }
}
