using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>The database of the dashboards as these use it.</summary>
internal interface IDashboardDatabase : IEndsWriters, IAsyncDisposable
{
    /// <summary>Where it is, for people.</summary>
    string Name { get; }

    /// <summary>Whether the silos of a cluster share it.</summary>
    bool IsShared { get; }

    /// <summary>How long it may be away.</summary>
    TimeSpan Timeout { get; }

    /// <summary>Number of this silo as its writer.</summary>
    long Writer { get; }

    /// <summary>Makes its tables, empty where they are not shared, and begins to write.</summary>
    /// <param name="lifetime">Ends when it can't be written any more.</param>
    /// <exception cref="StorageUnavailableException">It can't be used, or has been away for the whole time-out.</exception>
    Task Open(IHostApplicationLifetime lifetime, CancellationToken cancellationToken);

    /// <summary>Takes a write.</summary>
    /// <exception cref="StorageUnavailableException">Too many wait, or the silo stops.</exception>
    void Add(QueuedWrite write);

    /// <summary>Refuses work while what was taken can't be written.</summary>
    /// <exception cref="StorageUnavailableException">That is so.</exception>
    void ThrowIfStuck();

    /// <summary>Ends when the tables have all that was taken before, however long that takes.</summary>
    Task Applied();

    /// <summary>Ends when the tables have all that was taken before.</summary>
    /// <exception cref="StorageUnavailableException">They have not, within the time-out.</exception>
    Task AppliedInTime();

    /// <summary>Reads the aggregate and the entries of a seller from one snapshot.</summary>
    /// <returns>The dashboard, refused if there is no such seller, with the number of the writer that it is of.</returns>
    /// <exception cref="StorageUnavailableException">It was away for too long.</exception>
    Task<(Answer<SellerDashboard> Dashboard, long Owner)> Read(int sellerId);

    /// <summary>Empties the tables, once they have all that was taken before.</summary>
    /// <param name="dashboards">With or without the sellers.</param>
    /// <exception cref="StorageUnavailableException">It is away.</exception>
    Task Empty(Emptied dashboards);
}
