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
