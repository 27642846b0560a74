using System.Reflection;

namespace Marketplace.LocalEngine;

/// <summary>Settings of the local engine.</summary>
public sealed class LocalEngineOptions
{
    /// <summary>The assemblies that declare grain interfaces or classes; the source generator must have run in each of them.</summary>
    public IList<Assembly> GrainAssemblies { get; } = [];

    /// <summary>How long a caller waits for an answer before it gets a TimeoutException.</summary>
    public TimeSpan ResponseTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long a grain's OnActivateAsync and OnDeactivateAsync may take before their tokens are cancelled.</summary>
    public TimeSpan LifecycleTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long an activation may be idle before it is deactivated; CollectionAgeLimit on a grain class overrides it.</summary>
    public TimeSpan CollectionAge { get; set; } = TimeSpan.FromMinutes(15);

    /// <summary>How often idle activations are looked for.</summary>
    public TimeSpan CollectionQuantum { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>How many requests may wait at one activation; the next one gets a LimitExceededException.</summary>
    public int MaxWaitingRequests { get; set; } = 100_000;

    /// <summary>
    /// Names the group of a grain class, whose turns run apart from those of other groups, at most
    /// <see cref="GroupParallelism"/> at once; null for a class that shares the thread pool with everything else, as all do by default.
    /// </summary>
    public Func<Type, string?> GroupOf { get; set; } = static _ => null;

    /// <summary>Turns of one group that run at once at most: by default half the cores, so that no group can take them all.</summary>
    public int GroupParallelism { get; set; } = Math.Max(1, Environment.ProcessorCount / 2);

    /// <summary>How many callers from outside may wait for <see cref="SchedulerGroups.Enter"/> of one group.</summary>
    public int MaxWaitingToEnter { get; set; } = 1_000;

    /// <summary>How long an event is delivered again to a subscriber that fails to take it, before it is given up.</summary>
    public TimeSpan EventDeliveryTime { get; set; } = TimeSpan.FromMinutes(1);

    internal void Validate()
    {
        Positive(ResponseTimeout, nameof(ResponseTimeout));
        Positive(LifecycleTimeout, nameof(LifecycleTimeout));
        Positive(CollectionAge, nameof(CollectionAge));
        Positive(CollectionQuantum, nameof(CollectionQuantum));
        Positive(MaxWaitingRequests, nameof(MaxWaitingRequests));
        Positive(GroupParallelism, nameof(GroupParallelism));
        Positive(MaxWaitingToEnter, nameof(MaxWaitingToEnter));
        Positive(EventDeliveryTime, nameof(EventDeliveryTime));
        if (GrainAssemblies.Count == 0)
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{nameof(GrainAssemblies)} names no assembly with grains.");
    }

    private static void Positive(int value, string name)
    {
        if (value < 1)
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{name} must be at least 1.");
    }

    private static void Positive(TimeSpan value, string name)
    {
        if (value <= TimeSpan.Zero || value > TimeSpan.FromDays(1))
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{name} is {value}: it must be positive, and at most a day.");
    }
}
