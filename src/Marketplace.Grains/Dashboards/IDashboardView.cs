using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Dashboards;

/// <summary>Seller dashboards that are read without their sellers.</summary>
internal interface IDashboardView
{
    /// <summary>Reads a dashboard: aggregate and entries from one snapshot of what is committed, all that was acknowledged before in it.</summary>
    /// <returns>The dashboard; refused if there is no such seller.</returns>
    /// <exception cref="StorageUnavailableException">The database was away for too long.</exception>
    Task<Answer<SellerDashboard>> Read(int sellerId);

    /// <summary>Waits until what was committed before on this silo is on all dashboards that are read later: its client may be answered.</summary>
    /// <returns>When it is.</returns>
    /// <exception cref="StorageUnavailableException">It is not within the time-out; it will be, if this silo lives to see it.</exception>
    Task Written();

    /// <summary>Refuses a transaction before it begins while what others did can't be written.</summary>
    /// <exception cref="StorageUnavailableException">That is so.</exception>
    void MakeSureOfRoom();
}
