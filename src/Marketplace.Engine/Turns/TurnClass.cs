using Marketplace.Engine.Turns.Scheduling;

namespace Marketplace.Engine.Turns;

/// <summary>What the activations of one grain class share.</summary>
internal abstract class TurnClass(TurnHost host, GrainType grainType, IActivationScheduler scheduler)
{
    public TurnHost Host { get; } = host;
    public GrainType GrainType { get; } = grainType;
    public IActivationScheduler Scheduler { get; } = scheduler;

    /// <summary>Whether requests interleave where they await.</summary>
    public abstract bool IsReentrant { get; }

    /// <summary>Whether calls pass filters at the grain.</summary>
    public abstract bool HasIncomingFilters { get; }

    /// <summary>Whether calls pass filters at the caller.</summary>
    public abstract bool HasOutgoingFilters { get; }
}
