using System.Reflection;
using Marketplace.Engine.Turns;
using Marketplace.Engine.Turns.Scheduling;
using Orleans.Concurrency;
using Orleans.Configuration;

namespace Marketplace.Engine.Inline;

/// <summary>What the lanes of one grain class share.</summary>
internal sealed class LaneClass(LaneTable lanes, Type type, GrainType grainType, IActivationScheduler scheduler)
    : TurnClass(lanes, grainType, scheduler)
{
    public LaneTable Lanes { get; } = lanes;
    public override bool IsReentrant => true;
    public override bool HasIncomingFilters { get; } = lanes.HasIncomingFilters || typeof(IIncomingGrainCallFilter).IsAssignableFrom(type);
    public override bool HasOutgoingFilters { get; } = lanes.HasOutgoingFilters;

    /// <summary>How long an activation may be idle; null if it is never collected.</summary>
    public TimeSpan? CollectionAge { get; } = AgeOf(type, lanes.Collection);

    /// <summary>
    /// Whether grains of a class can have lanes. A class that is not reentrant, or decides call by call, keeps Orleans' own queue;
    /// the activations of a stateless worker are many; and whoever overrides OnDeactivateAsync must close its lane there.
    /// </summary>
    public static bool CanHaveLanes(Type type, InlineCallOptions options) =>
        type is { IsClass: true, IsAbstract: false, IsGenericTypeDefinition: false }
        && typeof(IGrain).IsAssignableFrom(type)
        && type.IsDefined(typeof(ReentrantAttribute), inherit: true)
        && !type.IsDefined(typeof(MayInterleaveAttribute), inherit: true)
        && !type.IsDefined(typeof(StatelessWorkerAttribute), inherit: true)
        && (!GrainMethods.Overrides(type, nameof(IGrainBase.OnDeactivateAsync), typeof(DeactivationReason), typeof(CancellationToken))
            || options.ClosesLane(type));

    private static TimeSpan? AgeOf(Type type, GrainCollectionOptions collection)
    {
        if (type.GetCustomAttribute<CollectionAgeLimitAttribute>() is { } limit)
            return limit.AlwaysActive ? null : limit.AgeLimit;
        return collection.ClassSpecificCollectionAge.TryGetValue(type.FullName!, out var age) ? age : collection.CollectionAge;
    }
}
