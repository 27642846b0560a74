using System.Collections.Concurrent;
using Marketplace.Engine.Turns;

namespace Marketplace.Engine.Local;

/// <summary>One grain class in one engine: its traits, and its activations by key.</summary>
internal sealed class GrainClass : TurnClass
{
    private readonly ConcurrentDictionary<IdSpan, Activation> _activations = new();

    public GrainClass(LocalEngine engine, GrainType grainType, GrainClassTraits traits)
        : base(engine, grainType, engine.Groups.SchedulerOf(traits.Type))
    {
        Engine = engine;
        Traits = traits;
        HasIncomingFilters = engine.HasIncomingFilters || traits.IsIncomingFilter;
        AgeLimit = engine.Collector.AgeLimitOf(traits.AgeLimit);
    }

    public LocalEngine Engine { get; }
    public GrainClassTraits Traits { get; }
    public override bool IsReentrant => Traits.IsReentrant;
    public override bool HasIncomingFilters { get; }
    public override bool HasOutgoingFilters => Engine.HasOutgoingFilters;

    /// <summary>In the collector's quanta.</summary>
    public int AgeLimit { get; }

    public ICollection<Activation> Activations => _activations.Values;
    public int Count => _activations.Count;

    /// <summary>The activation of a key, made if there is none. It has no grain before its first request.</summary>
    public Activation Get(IdSpan key)
    {
        if (_activations.TryGetValue(key, out var found))
            return found;
        var made = new Activation(this, key);
        var activation = _activations.GetOrAdd(key, made);
        if (ReferenceEquals(activation, made))
        {
            Engine.Collector.Add(activation, AgeLimit);
            Engine.Metrics.Activated();
        }

        return activation;
    }

    /// <summary>Whether the grain of a key is in memory, or about to be.</summary>
    public bool Hosts(IdSpan key) => _activations.TryGetValue(key, out var activation) && activation.IsInUse;

    public void Remove(Activation activation)
    {
        if (!_activations.TryRemove(KeyValuePair.Create(activation.Key, activation)))
            return;
        Engine.Collector.Remove(activation);
        Engine.Metrics.Deactivated();
    }
}
