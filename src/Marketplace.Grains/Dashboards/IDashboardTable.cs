using Marketplace.Protocols.Storage;

namespace Marketplace.Grains.Dashboards;

/// <summary>Where sellers' ongoing entries are kept besides their states, so that dashboards are read from there; or nowhere.</summary>
internal interface IDashboardTable
{
    /// <summary>Whether they are.</summary>
    bool IsKept { get; }

    /// <summary>Whether the silos of a cluster share it. Then the silo of a seller writes its entries, and all of them when it comes there.</summary>
    bool IsShared { get; }

    /// <summary>Takes what a transaction that has committed did to the entries of a seller. What it takes becomes visible in that order.</summary>
    /// <param name="changes">What it did, in order: seen whole or not at all.</param>
    void Show(IReadOnlyList<DashboardChange> changes);

    /// <summary>Adds them to what becomes durable together with states.</summary>
    /// <returns>False if the table is somewhere else: nothing was added.</returns>
    bool Show(AtomicWrite write, IReadOnlyList<DashboardChange> changes);

    /// <summary>Waits until everything that was taken before is seen by all who read from then on.</summary>
    /// <exception cref="StorageUnavailableException">It is not within the time-out; it will be, if this silo lives to see it.</exception>
    Task Written();

    /// <summary>Waits until everything that was taken before is there for all silos to read.</summary>
    /// <returns>Number of this silo as the writer of it.</returns>
    /// <exception cref="StorageUnavailableException">It is not within the time-out; it will be, if this silo lives to see it.</exception>
    Task<long> Shown();

    /// <summary>Waits until everything that was taken before is there, however long that takes: a silo that starts has much to write.</summary>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task Filled();

    /// <summary>Drops all entries, once those are there that were taken.</summary>
    /// <param name="ingestedToo">Whether sellers are no longer known either.</param>
    /// <returns>When they are gone.</returns>
    /// <exception cref="StorageUnavailableException">The database is away.</exception>
    Task Forget(bool ingestedToo);
}

/// <summary>Dashboards are read from the sellers' states.</summary>
internal sealed class NoDashboardTable : IDashboardTable
{
    public bool IsKept => false;
    public bool IsShared => false;

    public void Show(IReadOnlyList<DashboardChange> changes)
    {
    }

    public bool Show(AtomicWrite write, IReadOnlyList<DashboardChange> changes) => false;

    public Task Written() => Task.CompletedTask;

    public Task<long> Shown() => Task.FromResult(0L);

    public Task Filled() => Task.CompletedTask;

    public Task Forget(bool ingestedToo) => Task.CompletedTask;
}
