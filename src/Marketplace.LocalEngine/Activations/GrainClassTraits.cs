using System.Reflection;
using Microsoft.Extensions.DependencyInjection;
using Orleans;
using Orleans.Concurrency;
using Orleans.Runtime;

namespace Marketplace.LocalEngine.Activations;

/// <summary>What the attributes and members of a grain class say; read once, when the engine is built.</summary>
internal sealed class GrainClassTraits
{
    public GrainClassTraits(Type type)
    {
        Type = type;
        TypeName = type.GetCustomAttribute<GrainTypeAttribute>()?.GrainType ?? DefaultName(type);
        IsReentrant = type.IsDefined(typeof(ReentrantAttribute), inherit: true);
        AgeLimit = type.GetCustomAttribute<CollectionAgeLimitAttribute>()?.AgeLimit;
        IsIncomingFilter = typeof(IIncomingGrainCallFilter).IsAssignableFrom(type);
        HasOnActivate = Overrides(type, nameof(IGrainBase.OnActivateAsync), [typeof(CancellationToken)]);
        HasOnDeactivate = Overrides(type, nameof(IGrainBase.OnDeactivateAsync), [typeof(DeactivationReason), typeof(CancellationToken)]);
        Interfaces = type.GetInterfaces().Where(typeof(IAddressable).IsAssignableFrom).ToArray();
        var factory = MakeFactory(type);
        Construct = type.GetConstructors().All(constructor => constructor.GetParameters().Length == 0)
            ? _ => factory(NoServices.Instance, [])
            : activation => factory(activation.ActivationServices, []);
    }

    public Type Type { get; }

    public string TypeName { get; }

    public bool IsReentrant { get; }

    /// <summary>Null when the class leaves it to the engine's settings.</summary>
    public TimeSpan? AgeLimit { get; }

    public bool IsIncomingFilter { get; }

    public bool HasOnActivate { get; }

    public bool HasOnDeactivate { get; }

    public IReadOnlyList<Type> Interfaces { get; }

    public Func<Activation, object> Construct { get; }

    private static string DefaultName(Type type)
    {
        const string suffix = "grain";
        var name = type.Name.ToLowerInvariant();
        return name.Length > suffix.Length && name.EndsWith(suffix, StringComparison.Ordinal) ? name[..^suffix.Length] : name;
    }

    // A class that doesn't derive from Grain may implement the interface's members in ways of its own: it counts as overriding.
    private static bool Overrides(Type type, string method, Type[] parameters) =>
        type.GetMethod(method, parameters) is not { } found || found.DeclaringType != typeof(Grain);

    private static ObjectFactory MakeFactory(Type type)
    {
        try
        {
            return ActivatorUtilities.CreateFactory(type, []);
        }
        catch (InvalidOperationException e)
        {
            throw new InvalidOperationException($"Grain class {type} can't be constructed: it needs one public constructor.", e);
        }
    }

    private sealed class NoServices : IServiceProvider
    {
        public static readonly NoServices Instance = new();

        public object? GetService(Type serviceType) => null;
    }
}
