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

    internal void Validate()
    {
        Positive(ResponseTimeout, nameof(ResponseTimeout));
        Positive(LifecycleTimeout, nameof(LifecycleTimeout));
        Positive(CollectionAge, nameof(CollectionAge));
        Positive(CollectionQuantum, nameof(CollectionQuantum));
        if (MaxWaitingRequests < 1)
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{nameof(MaxWaitingRequests)} must be at least 1.");
        if (GrainAssemblies.Count == 0)
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{nameof(GrainAssemblies)} names no assembly with grains.");
    }

    private static void Positive(TimeSpan value, string name)
    {
        if (value <= TimeSpan.Zero || value > TimeSpan.FromDays(1))
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{name} is {value}: it must be positive, and at most a day.");
    }
}
