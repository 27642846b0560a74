using System.Collections.Immutable;
using Marketplace.Engine.Turns.Scheduling;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Engines;

/// <summary>The one silo of the local engine.</summary>
/// <param name="name">Its name; null if it was given none.</param>
internal sealed class LocalSilo(string? name) : IHostingSilo
{
    /// <inheritdoc/>
    public string Name { get; } = name ?? "local";

    /// <inheritdoc/>
    public ImmutableArray<string> Services => [];

    /// <inheritdoc/>
    public string Scheduler => SchedulerGroups.Current ?? IHostingSilo.SharedScheduler;
}
