using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Seller;
using Marketplace.Protocols.Storage;
using Microsoft.Extensions.DependencyInjection;

namespace Marketplace.Grains.Dashboards;

/// <summary>
/// Dashboards that several silos write. The silo that a seller is on has all that was committed of it, so it is asked first, and writes what it has
/// not written yet.
/// </summary>
internal sealed class ClusterDashboards(IGrainFactory grains, ISharedDashboards dashboards) : IDashboardView
{
    // The seller may have come to another silo in between, and once more.
    private const int AttemptsMax = 5;

    public async Task<Answer<SellerDashboard>> Read(int sellerId)
    {
        var seller = grains.GetGrain<ISellerGrain>(sellerId);
        for (var attempt = 1; attempt <= AttemptsMax; attempt++)
        {
            if (await dashboards.Read(sellerId, await seller.Shown(anew: attempt > 1)) is { } dashboard)
                return dashboard;
        }

        throw new StorageUnavailableException($"Seller {sellerId} comes and goes: no silo could show its dashboard in {AttemptsMax} attempts.");
    }

    public Task Written() => dashboards.Written();

    public void MakeSureOfRoom() => dashboards.MakeSureOfRoom();
}

/// <summary>Seller dashboards, each written by the silo that its seller is on.</summary>
internal interface ISharedDashboards : IDashboardView
{
    /// <summary>Reads a dashboard as it is in the table: aggregate and entries from one snapshot.</summary>
    /// <param name="writer">Number of the silo that its seller is on (<see cref="IDashboardTable.Shown"/>).</param>
    /// <returns>The dashboard, refused if there is no such seller; null if another silo has written it.</returns>
    /// <exception cref="StorageUnavailableException">The database was away for too long.</exception>
    Task<Answer<SellerDashboard>?> Read(int sellerId, long writer);
}

internal static class ClusterDashboardsRegistration
{
    /// <summary>Reads dashboards by way of their sellers. To be called when the table is there.</summary>
    public static IServiceCollection AddClusterDashboards(this IServiceCollection services) =>
        services.AddSingleton<IDashboardView, ClusterDashboards>();
}
