using System.Collections.Immutable;
using Marketplace.Engine.Turns.Scheduling;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Settings;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>A silo of Orleans. The services on it share its scheduler, unless their lanes have schedulers of their own.</summary>
/// <param name="hasSchedulers">Whether the lanes of each service have a scheduler of their own. Orleans activates grains on its own one.</param>
internal sealed class OrleansSilo(ILocalSiloDetails details, PlacementSettings placement, bool hasSchedulers) : IHostingSilo
{
    public string Name => details.Name;

    public ImmutableArray<string> Services { get; } = placement switch
    {
        { HostsAll: true } => [],
        { Services.IsEmpty: true } => ["none"],
        _ => placement.Services,
    };

    public string Scheduler => SchedulerGroups.Current ?? IHostingSilo.SharedScheduler;
    public bool WatchesCalls => hasSchedulers;
}
