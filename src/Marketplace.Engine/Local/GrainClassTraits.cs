using System.Reflection;
using Marketplace.Engine.Turns;
using Microsoft.Extensions.DependencyInjection;
using Orleans.Concurrency;

namespace Marketplace.Engine.Local;

/// <summary>What the attributes and members of a grain class say; read once, when the engine is built.</summary>
internal sealed class GrainClassTraits
{
    private readonly ObjectFactory _factory;

    public GrainClassTraits(Type type)
    {
        Type = type;
        IsReentrant = type.IsDefined(typeof(ReentrantAttribute), inherit: true);
        AgeLimit = type.GetCustomAttribute<CollectionAgeLimitAttribute>() switch
        {
            null => null,
            { AlwaysActive: true } => Timeout.InfiniteTimeSpan,
            { } limit => limit.AgeLimit,
        };
        IsIncomingFilter = typeof(IIncomingGrainCallFilter).IsAssignableFrom(type);
        TakesPartInLifecycle = typeof(ILifecycleParticipant<IGrainLifecycle>).IsAssignableFrom(type);
        HasOnActivate = GrainMethods.Overrides(type, nameof(IGrainBase.OnActivateAsync), typeof(CancellationToken));
        HasOnDeactivate = GrainMethods.Overrides(
            type, nameof(IGrainBase.OnDeactivateAsync), typeof(DeactivationReason), typeof(CancellationToken));
        NeedsServices = type.GetConstructors().Any(static constructor => constructor.GetParameters().Length > 0);
        _factory = MakeFactory(type);
    }

    public Type Type { get; }
    public bool IsReentrant { get; }

    /// <summary>Null when the class leaves it to the engine's settings.</summary>
    public TimeSpan? AgeLimit { get; }

    public bool IsIncomingFilter { get; }
    public bool TakesPartInLifecycle { get; }
    public bool HasOnActivate { get; }
    public bool HasOnDeactivate { get; }

    /// <summary>Whether a constructor has parameters.</summary>
    public bool NeedsServices { get; }

    /// <summary>Makes a grain.</summary>
    public object Construct(IServiceProvider services) => _factory(services, []);

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
}
