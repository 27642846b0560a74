using Marketplace.Grains.Placement;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Settings;
using Orleans.Configuration;
using Orleans.Hosting;

namespace Marketplace.Silo.Engines;

/// <summary>
/// Silos that host different services. A silo tells the others the grain classes that it has, and Orleans activates a grain only where its
/// class is; so a silo leaves out the classes of the services that it does not host. It still calls their grains.
/// </summary>
internal static class OrleansPlacement
{
    /// <summary>Whether the settings go together.</summary>
    /// <param name="placement">Which resources the services have.</param>
    /// <param name="cluster">How silos find each other.</param>
    /// <exception cref="SettingException">They do not.</exception>
    public static void Check(PlacementSettings placement, ClusterSettings cluster)
    {
        var services = $"{Setting.Section}:{SettingsTable.Services.Key}";
        if (!placement.HostsAll && !cluster.HasOthers)
        {
            throw new SettingException(
                $"The setting {services} leaves services to other silos, but there are none: "
                + $"{Setting.Section}:{ClusterTable.Provider.Key} is {cluster.Provider}.");
        }

        if (placement.PerService && placement.Services.Length > 1)
        {
            throw new SettingException(
                $"With {Setting.Section}:{SettingsTable.Placement.Key} {SettingsTable.PlacementPerService} on Orleans a silo is for one service: "
                + $"set {services} to one, or to none for a silo that only takes requests.");
        }
    }

    /// <summary>Has a silo host the services of its settings, and refuse requests that need a service which no silo hosts.</summary>
    /// <param name="silo">The silo.</param>
    /// <param name="placement">The settings.</param>
    /// <param name="cluster">How silos find each other.</param>
    /// <returns>The same silo.</returns>
    public static ISiloBuilder UsePlacement(this ISiloBuilder silo, PlacementSettings placement, ClusterSettings cluster)
    {
        silo.Services
            .AddSingleton(placement)
            .AddSingleton<IHostingSilo, OrleansSilo>()
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
