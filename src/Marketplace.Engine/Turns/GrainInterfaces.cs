using System.Collections.Frozen;
using System.Linq.Expressions;
using System.Reflection;
using Microsoft.Extensions.Options;
using Orleans.Metadata;
using Orleans.Serialization.Configuration;

namespace Marketplace.Engine.Turns;

/// <summary>The grain interfaces of Orleans' type manifest, and how references by them are made.</summary>
internal sealed class GrainInterfaces
{
    private readonly FrozenDictionary<Type, GrainInterface> _byType;
    private readonly FrozenDictionary<GrainInterfaceType, GrainInterface> _byName;

    public GrainInterfaces(IOptions<TypeManifestOptions> manifest, GrainInterfaceTypeResolver names)
    {
        var found = new Dictionary<Type, GrainInterface>();
        foreach (var proxy in manifest.Value.InterfaceProxies)
        {
            if (!proxy.IsGenericTypeDefinition && typeof(GrainReference).IsAssignableFrom(proxy) && InterfaceOf(proxy) is { } type)
                found.TryAdd(type, new GrainInterface(type, names.GetGrainInterfaceType(type), found.Count, ConstructorOf(proxy)));
        }

        _byType = found.ToFrozenDictionary();
        _byName = found.Values.DistinctBy(static entry => entry.Name).ToFrozenDictionary(static entry => entry.Name);
    }

    /// <summary>How many there are; their indices are below that.</summary>
    public int Count => _byType.Count;

    public IEnumerable<GrainInterface> All => _byType.Values;

    /// <summary>The entry of an interface.</summary>
    /// <exception cref="ArgumentException">It is none of the manifest.</exception>
    public GrainInterface Of(Type type) => _byType.TryGetValue(type, out var entry)
        ? entry
        : throw new ArgumentException($"{type} is not a grain interface of the assemblies for which Orleans generated code.");

    /// <summary>The entry of an interface; null if there is none.</summary>
    public GrainInterface? Find(Type type) => _byType.GetValueOrDefault(type);

    /// <summary>The entry of an interface by Orleans' name of it; null if there is none.</summary>
    public GrainInterface? Find(GrainInterfaceType name) => _byName.GetValueOrDefault(name);

    // A proxy has all base interfaces of its own; the most derived one is what it is a reference by.
    private static Type? InterfaceOf(Type proxy)
    {
        var all = proxy.GetInterfaces().Where(static type => typeof(IAddressable).IsAssignableFrom(type)).ToArray();
        return Array.Find(all, type => Array.TrueForAll(all, other => other.IsAssignableFrom(type)));
    }

    private static ConstructorInfo ConstructorOf(Type proxy) => proxy.GetConstructor([typeof(GrainReferenceShared), typeof(IdSpan)])
        ?? throw new InvalidOperationException($"{proxy} has no constructor of a grain reference: was it made by another version of Orleans?");
}

/// <summary>A grain interface.</summary>
/// <param name="constructor">That of its proxies: their grain's and interface's part, and the key.</param>
internal sealed class GrainInterface(Type type, GrainInterfaceType name, int index, ConstructorInfo constructor)
{
    // Compiled when the first one is made: of the hundred interfaces of Orleans' manifest a silo uses some ten.
    private readonly Lazy<Func<GrainReferenceShared, IdSpan, GrainReference>> _create = new(() =>
    {
        var shared = Expression.Parameter(typeof(GrainReferenceShared));
        var key = Expression.Parameter(typeof(IdSpan));
        return Expression.Lambda<Func<GrainReferenceShared, IdSpan, GrainReference>>(Expression.New(constructor, shared, key), shared, key).Compile();
    });

    public Type Type => type;

    /// <summary>Orleans' name of it.</summary>
    public GrainInterfaceType Name => name;

    /// <summary>A small number of it.</summary>
    public int Index => index;

    public GrainReference Create(GrainReferenceShared shared, IdSpan key) => _create.Value(shared, key);
}
