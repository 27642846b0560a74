using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Dashboards;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Writing;
using Microsoft.Extensions.Hosting;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>
/// Seller dashboards in PostgreSQL. What transactions did to entries is written by a writer of its own, in the order in which they committed, once
/// their states are durable. Who reads a dashboard waits until all that was committed before is there.
/// </summary>
internal sealed class PostgresDashboards(IDashboardDatabase database, TimeProvider time, IHostApplicationLifetime lifetime)
    : IDashboardTable, ISharedDashboards, IHostedService, IAsyncDisposable
{
    private readonly Lock _lock = new();

    // The write that was added last, which those before it precede.
    private Task _written = Task.CompletedTask;

    public bool IsKept => true;

    public bool IsShared => database.IsShared;

    public Task StartAsync(CancellationToken cancellationToken) => database.Open(lifetime, cancellationToken);

    public async Task StopAsync(CancellationToken cancellationToken) => await database.DisposeAsync();

    public void Show(IReadOnlyList<DashboardChange> changes)
    {
        var write = new DashboardWrite(changes);
        lock (_lock)
        {
            database.Add(write);
            _written = write.Done;
        }
    }

    public bool Show(AtomicWrite write, IReadOnlyList<DashboardChange> changes)
    {
        var atomic = (PostgresAtomicWrite)write;
        if (atomic.IsWriteSet)
            return false;

        atomic.Add(new DashboardPart(this, changes));
        return true;
    }

    /// <summary>Takes what was stored.</summary>
    public void ShowDurable(IReadOnlyList<DashboardChange> changes)
    {
        try
        {
            Show(changes);
        }
        catch (StorageUnavailableException)
        {
            // The silo stops. The next one makes the tables anew, from the states.
        }
    }

    /// <inheritdoc cref="IDashboardView.Written"/>
    public Task Written()
    {
        var written = Last();
        return written.IsCompletedSuccessfully ? Task.CompletedTask : Wait(written);
    }

    public async Task Filled()
    {
        for (var shown = WrittenAndApplied(); ;)
        {
            try
            {
                await shown.WaitAsync(database.Timeout, time);
                return;
            }
            catch (TimeoutException)
            {
                // Slow is not away.
                database.ThrowIfStuck();
            }
        }
    }

    public async Task<long> Shown()
    {
        await Written();
        await database.AppliedInTime();
        return database.Writer;
    }

    public void MakeSureOfRoom() => database.ThrowIfStuck();

    public async Task<Answer<SellerDashboard>> Read(int sellerId)
    {
        await Shown();
        return (await database.Read(sellerId)).Dashboard;
    }

    public async Task<Answer<SellerDashboard>?> Read(int sellerId, long writer)
    {
        var (dashboard, owner) = await database.Read(sellerId);
        return dashboard.IsRefused || owner == writer ? dashboard : (Answer<SellerDashboard>?)null;
    }

    public async Task Forget(bool ingestedToo)
    {
        await Written();
        await database.Empty(ingestedToo ? Emptied.Dashboards : Emptied.DashboardEntries);
    }

    public ValueTask DisposeAsync() => database.DisposeAsync();

    private Task Last()
    {
        lock (_lock)
        {
            return _written;
        }
    }

    private async Task WrittenAndApplied()
    {
        await Last();
        await database.Applied();
    }

    private async Task Wait(Task written)
    {
        try
        {
            await written.WaitAsync(database.Timeout, time);
        }
        catch (Exception exception) when (exception is TimeoutException or StorageUnavailableException)
        {
            throw new StorageUnavailableException(
                $"PostgreSQL at {database.Name} is away or overloaded: what transactions decided is not on the dashboards yet.", exception)
            {
                IsOutcomeUnknown = true,
            };
        }
    }
}
