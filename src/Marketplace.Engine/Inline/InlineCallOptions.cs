using Marketplace.Engine.Turns;

namespace Marketplace.Engine.Inline;

/// <summary>Settings of inline calls in a silo of Orleans.</summary>
public sealed class InlineCallOptions : TurnOptions
{
    /// <summary>
    /// Whether a grain class that overrides OnDeactivateAsync closes its lane there, before anything else, by
    /// <see cref="Lanes.CloseAsync"/>. Orleans runs that method beside calls that it does not know of; a class that overrides it and does
    /// not close its lane is called by messages.
    /// </summary>
    public Func<Type, bool> ClosesLane { get; set; } = static _ => false;
}
