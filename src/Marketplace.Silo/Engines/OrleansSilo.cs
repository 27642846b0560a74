using System.Collections.Immutable;
using Marketplace.Grains.Placement;
using Marketplace.Silo.Settings;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>A silo of Orleans. The services on it share its scheduler; those that shall not are put on different silos.</summary>
/// <param name="details">The silo as Orleans knows it.</param>
/// <param name="placement">Which services it hosts.</param>
internal sealed class OrleansSilo(ILocalSiloDetails details, PlacementSettings placement) : IHostingSilo
{
    /// <inheritdoc/>
    public string Name => details.Name;

    /// <inheritdoc/>
    public ImmutableArray<string> Services { get; } = placement switch
    {
        { HostsAll: true } => [],
        { Services.IsEmpty: true } => ["none"],
        _ => placement.Services,
    };

    /// <inheritdoc/>
    public string Scheduler => IHostingSilo.SharedScheduler;
}
