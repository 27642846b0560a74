using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Settings;
using Orleans.Configuration;
using Orleans.Hosting;
using Orleans.Runtime;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Silos that host different services. A silo tells the others the grain classes that it has, and Orleans activates a grain only where its
/// class is; so a silo leaves out the classes of the services that it does not host. It still calls their grains.
/// </summary>
internal static class OrleansPlacement
{
    /// <summary>Whether the settings go together.</summary>
    /// <param name="cluster">How silos find each other.</param>
    /// <param name="callsInline">Whether calls within the silo run inline, and not by messages.</param>
    /// <exception cref="SettingException">They do not.</exception>
    public static void Check(PlacementSettings placement, ClusterSettings cluster, bool callsInline)
    {
        if (!placement.HostsAll && !cluster.HasOthers)
        {
            throw new SettingException(
                "The setting Marketplace:Services leaves services to other silos, but there are none: Marketplace:Cluster:Provider is "
                + $"{cluster.Provider}.");
        }

        if (!placement.PerService)
            return;

        if (cluster.HasOthers && placement.Services.Length > 1)
        {
            throw new SettingException(
                "With Marketplace:Placement per-service a silo of a cluster is for one service: set Marketplace:Services to one, or to none for a "
                + "silo that only takes requests.");
        }

        if (!cluster.HasOthers && !callsInline)
        {
            throw new SettingException(
                "With Marketplace:Placement per-service one silo alone can't have Marketplace:Orleans:LocalCalls messages: Orleans runs the turns of "
                + "all services on one scheduler. Set it to inline, or host each service on a silo of its own (Marketplace:Services).");
        }
    }

    /// <summary>Has a silo host the services of its settings, and refuse requests that need a service which no silo hosts.</summary>
    /// <param name="cluster">How silos find each other.</param>
    public static ISiloBuilder UsePlacement(this ISiloBuilder silo, PlacementSettings placement, ClusterSettings cluster)
    {
        silo.Services
            .AddSingleton<IHostingSilo>(provider => new OrleansSilo(
                provider.GetRequiredService<ILocalSiloDetails>(), placement, hasSchedulers: placement.PerService && !cluster.HasOthers))
            .PostConfigure<GrainTypeOptions>(types => types.Classes.RemoveWhere(grainClass =>
                MarketplaceServices.Of(grainClass) is { } service && !placement.Services.Contains(service)));
        if (cluster.HasOthers)
        {
            silo.Services
                .AddSingleton<IServiceHosts, OrleansServiceHosts>()
                .AddSingleton<IServiceEntrance, HostedServicesEntrance>();
        }

        return silo;
    }
}
