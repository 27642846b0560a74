using Marketplace.Contracts.Json;
using Marketplace.Grains.Cluster;

namespace Marketplace.Grains.Placement;

/// <summary>What this silo has given to each service (`/audit/placement`).</summary>
/// <param name="schemas">What the services have in a database; null if states are not kept in one.</param>
internal sealed class PlacementReport(IHostingSilo silo, ActivationCounts counts, IServiceSchemas? schemas = null)
{
    /// <summary>Makes the records of this silo, one a service.</summary>
    public IEnumerable<PlacementExport> Records()
    {
        foreach (var service in MarketplaceServices.Names)
        {
            var (activations, scheduler) = counts.Of(service);
            var schema = schemas?.Of(service);
            yield return new PlacementExport(
                silo.Name, silo.Services, service, activations, scheduler, schema?.Role, schema?.Schema, schema?.Database, counts.Since);
        }
    }
}

/// <summary>Exports what each silo of the cluster has given to each service.</summary>
internal sealed class PlacementOfCluster(ISilos silos, IMembers members) : Export("placement")
{
    public override async Task Write(GrainReader grains, ExportWriter lines)
    {
        var gone = members.Gone.Length;
        foreach (var silo in silos.All)
        {
            lines.CancellationToken.ThrowIfCancellationRequested();
            foreach (var record in (await silo.Placement()).Services)
                await lines.Write(record with { SilosGone = gone }, EntityJson.Default.PlacementExport);
        }
    }
}
