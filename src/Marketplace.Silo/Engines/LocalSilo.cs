using System.Collections.Immutable;
using Marketplace.Engine.Turns.Scheduling;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Engines;

/// <summary>The one silo of the local engine.</summary>
/// <param name="name">Its name; null if it was given none.</param>
internal sealed class LocalSilo(string? name) : IHostingSilo
{
    public string Name { get; } = name ?? "local";
    public ImmutableArray<string> Services => [];
    public string Scheduler => SchedulerGroups.Current ?? IHostingSilo.SharedScheduler;
}
