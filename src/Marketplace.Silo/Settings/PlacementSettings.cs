using System.Collections.Immutable;
using Marketplace.Grains.Placement;

namespace Marketplace.Silo.Settings;

/// <summary>Which resources the services have.</summary>
internal sealed class PlacementSettings
{
    private const string OfEachService = "per-service";

    public PlacementSettings(SettingsReader read)
    {
        PerService = read.Choice(
            "Placement",
            ["shared", OfEachService],
            "Whether services share resources (docs/placement.md). `per-service`: on one silo each service has a bounded scheduler of "
            + "its own, so a flood of requests to one service does not slow down the others (not with `Orleans:LocalCalls` `messages`). "
            + "In a cluster each silo hosts one of the `Services`, or none.")
            == OfEachService;
        var parallelism = read.Integer(
            "Placement:Parallelism", 0, 1024, 0, "turns",
            "With `Placement` `per-service` on one silo: how many turns and requests of one service may run at once. 0: half the cores.");
        Parallelism = parallelism > 0 ? parallelism : Math.Max(1, Environment.ProcessorCount / 2);
        MaxWaiting = read.Integer(
            "Placement:MaxWaiting", 1, 1_000_000, 1_000, "requests",
            "With `Placement` `per-service` on one silo: how many requests to one service may wait for its scheduler. Further ones "
            + "answer 503.");
        Services = read.Words(
            "Services",
            MarketplaceServices.Names,
            "The services that this silo hosts. `none`: it only takes requests. Other values than `all` need `Engine` `orleans`, and a "
            + "cluster whose silos together host all services.");
    }

    public bool PerService { get; }
    public int Parallelism { get; }
    public int MaxWaiting { get; }

    /// <summary>The services that this silo hosts, in the order of <see cref="MarketplaceServices.Names"/>.</summary>
    public ImmutableArray<string> Services { get; }
    public bool HostsAll => Services.Length == MarketplaceServices.Names.Length;

    public void Check(ClusterSettings cluster, EngineSettings engine)
    {
        if (!HostsAll && !cluster.HasOthers)
        {
            throw new SettingException(
                "The setting Marketplace:Services leaves services to other silos, but there are none: Marketplace:Cluster:Provider is "
                + $"{cluster.Provider}.");
        }

        if (PerService && cluster.HasOthers && Services.Length > 1)
        {
            throw new SettingException(
                "With Marketplace:Placement per-service a silo of a cluster is for one service: set Marketplace:Services to one, or to none for a "
                + "silo that only takes requests.");
        }

        if (PerService && !cluster.HasOthers && engine.LocalCalls == EngineSettings.Messages)
        {
            throw new SettingException(
                "With Marketplace:Placement per-service one silo alone can't have Marketplace:Orleans:LocalCalls messages: Orleans runs the turns of "
                + "all services on one scheduler. Set it to inline, or host each service on a silo of its own (Marketplace:Services).");
        }
    }
}
