using Marketplace.Contracts.Audit;

namespace Marketplace.Grains.Placement;

/// <summary>What this silo has given to each service (`/audit/placement`).</summary>
/// <param name="silo">This silo.</param>
/// <param name="counts">Its activations.</param>
internal sealed class PlacementReport(IHostingSilo silo, ActivationCounts counts)
{
    /// <summary>Makes the records of this silo, one a service.</summary>
    /// <returns>The records.</returns>
    public IEnumerable<PlacementExport> Records()
    {
        foreach (var service in MarketplaceServices.Names)
        {
            var (activations, scheduler) = counts.Of(service);
            yield return new PlacementExport(silo.Name, silo.Services, service, activations, scheduler, DatabaseRole: null, Schema: null);
        }
    }
}
