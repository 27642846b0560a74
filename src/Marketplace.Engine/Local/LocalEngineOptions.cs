using System.Reflection;
using Marketplace.Engine.Turns;

namespace Marketplace.Engine.Local;

/// <summary>Settings of the local engine.</summary>
public sealed class LocalEngineOptions : TurnOptions
{
    /// <summary>The assemblies whose grain classes the engine runs; Orleans' source generator must have run in each of them.</summary>
    public IList<Assembly> GrainAssemblies { get; } = [];

    /// <summary>How long a grain's OnActivateAsync and OnDeactivateAsync may take before their tokens are cancelled.</summary>
    public TimeSpan LifecycleTimeout { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>How long an activation may be idle before it is deactivated; CollectionAgeLimit on a grain class overrides it.</summary>
    public TimeSpan CollectionAge { get; set; } = TimeSpan.FromMinutes(15);

    /// <summary>How often idle activations are looked for.</summary>
    public TimeSpan CollectionQuantum { get; set; } = TimeSpan.FromMinutes(1);

    /// <summary>How long an event is delivered again to a subscriber that fails to take it, before it is given up.</summary>
    public TimeSpan EventDeliveryTime { get; set; } = TimeSpan.FromMinutes(1);

    internal override void Validate()
    {
        base.Validate();
        Positive(LifecycleTimeout, nameof(LifecycleTimeout));
        Positive(CollectionAge, nameof(CollectionAge));
        Positive(CollectionQuantum, nameof(CollectionQuantum));
        Positive(EventDeliveryTime, nameof(EventDeliveryTime));
        if (GrainAssemblies.Count == 0)
            throw new InvalidOperationException($"{nameof(LocalEngineOptions)}.{nameof(GrainAssemblies)} names no assembly with grains.");
    }
}
