using System.Collections.Immutable;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Settings;

/// <summary>Which resources the services have.</summary>
internal sealed record PlacementSettings
{
    /// <summary>All services in one silo, which they share.</summary>
    public static PlacementSettings Shared => Read(new ConfigurationBuilder().Build());

    /// <summary>Whether each service has resources of its own.</summary>
    public required bool PerService { get; init; }

    /// <summary>Turns of one service that run at once at most.</summary>
    public required int Parallelism { get; init; }

    /// <summary>Requests that wait for one service at most.</summary>
    public required int MaxWaiting { get; init; }

    /// <summary>The services that this silo hosts.</summary>
    public required ImmutableArray<string> Services { get; init; }

    /// <summary>Whether it hosts all services.</summary>
    public bool HostsAll => Services.Length == MarketplaceServices.Names.Length;

    /// <summary>Reads them.</summary>
    /// <exception cref="SettingException">A value is not good.</exception>
    public static PlacementSettings Read(IConfiguration section)
    {
        var parallelism = SettingsTable.PlacementParallelism.Read(section);
        return new PlacementSettings
        {
            PerService = SettingsTable.Placement.Read(section) == SettingsTable.PlacementPerService,
            Parallelism = parallelism > 0 ? parallelism : Math.Max(1, Environment.ProcessorCount / 2),
            MaxWaiting = SettingsTable.PlacementMaxWaiting.Read(section),
            Services = SettingsTable.Services.Read(section),
        };
    }
}
