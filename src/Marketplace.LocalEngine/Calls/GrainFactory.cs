using System.Collections.Frozen;
using System.Runtime.CompilerServices;
using Marketplace.Actors.CodeGeneration;
using Marketplace.LocalEngine.Activations;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Calls;

/// <summary>Makes references: one lookup and one small object each.</summary>
internal sealed class GrainFactory : IGrainFactory
{
    private readonly FrozenDictionary<Type, Entry> _interfaces;
    private readonly FrozenDictionary<string, GrainClass> _classes;

    public GrainFactory(GrainManifestReader manifest, FrozenDictionary<string, GrainClass> classes)
    {
        _classes = classes;
        var implementations = manifest.Classes
            .SelectMany(traits => traits.Interfaces, (traits, type) => (Interface: type, Class: classes[traits.TypeName]))
            .ToLookup(pair => pair.Interface, pair => pair.Class);
        _interfaces = manifest.Interfaces.ToFrozenDictionary(
            pair => pair.Key,
            pair => new Entry(pair.Value, implementations[pair.Key].ToArray()));
    }

    public TGrainInterface GetGrain<TGrainInterface>(long primaryKey)
        where TGrainInterface : IGrainWithIntegerKey => Make<TGrainInterface>(GrainIdKeyExtensions.CreateIntegerKey(primaryKey));

    public TGrainInterface GetGrain<TGrainInterface>(string primaryKey)
        where TGrainInterface : IGrainWithStringKey => Make<TGrainInterface>(IdSpan.Create(primaryKey));

    public TGrainInterface GetGrain<TGrainInterface>(Guid primaryKey)
        where TGrainInterface : IGrainWithGuidKey => Make<TGrainInterface>(GrainIdKeyExtensions.CreateGuidKey(primaryKey));

    public TGrainInterface GetGrain<TGrainInterface>(long primaryKey, string keyExtension)
        where TGrainInterface : IGrainWithIntegerCompoundKey =>
        Make<TGrainInterface>(GrainIdKeyExtensions.CreateIntegerKey(primaryKey, keyExtension));

    public TGrainInterface GetGrain<TGrainInterface>(GrainId grainId)
        where TGrainInterface : IAddressable
    {
        if (!_classes.TryGetValue(grainId.Type.ToString(), out var grainClass))
            throw new ArgumentException($"There is no grain class of type \"{grainId.Type}\".", nameof(grainId));
        var entry = Find(typeof(TGrainInterface));
        return Array.IndexOf(entry.Classes, grainClass) >= 0
            ? Make<TGrainInterface>(entry, grainClass, grainId.Key)
            : throw new ArgumentException($"Grain {grainId} does not implement {typeof(TGrainInterface)}.", nameof(grainId));
    }

    private TGrainInterface Make<TGrainInterface>(IdSpan key)
    {
        var entry = Find(typeof(TGrainInterface));
        return entry.Classes.Length == 1
            ? Make<TGrainInterface>(entry, entry.Classes[0], key)
            : throw Ambiguous(typeof(TGrainInterface), entry.Classes);
    }

    private static TGrainInterface Make<TGrainInterface>(Entry entry, GrainClass grainClass, IdSpan key) =>
        Unsafe.As<Func<GrainReferenceSeed, TGrainInterface>>(entry.Create)(grainClass.Seed(key));

    private Entry Find(Type type) =>
        _interfaces.TryGetValue(type, out var entry)
            ? entry
            : throw new ArgumentException($"{type} is not a grain interface of {nameof(LocalEngineOptions.GrainAssemblies)}.");

    private static ArgumentException Ambiguous(Type type, GrainClass[] classes) => new(
        classes.Length == 0
            ? $"No grain class implements {type}."
            : $"{type} is implemented by {string.Join(", ", classes.Select(c => $"\"{c.GrainType}\""))}: get the grain by its GrainId.");

    private sealed record Entry(Delegate Create, GrainClass[] Classes);
}
