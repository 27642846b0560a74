using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.Seller;
using Marketplace.Protocols.Storage;
using Marketplace.Storage.Postgres.Connections;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Npgsql;

namespace Marketplace.Storage.Postgres.Dashboards;

/// <summary>
/// Seller dashboards in PostgreSQL. What transactions did to entries is written by a writer of its own, in the order in which they committed, once
/// their states are durable. Who reads a dashboard waits until all that was committed before is there.
/// </summary>
internal sealed class PostgresDashboards(
    DashboardOptions options, TimeProvider time, IHostApplicationLifetime lifetime, ILogger<PostgresDashboards> logger)
    : IDashboardTable, ISharedDashboards, IHostedService, IAsyncDisposable
{
    private readonly Lock _lock = new();
    private readonly Database _database = new(
        options.Postgres.ConnectionStrings[DashboardTables.Service], [DashboardTables.Service],
        options.Postgres.IsShared ? DashboardTables.Shared : DashboardTables.Of, layout: null,
        WriteMode.Deferred, options.Postgres.Owner, options.Postgres.Timeout, time, logger)
    {
        SharesDashboards = options.Postgres.IsShared,
    };

    // The write that was added last, which those before it precede.
    private Task _written = Task.CompletedTask;

    public bool IsKept => true;

    public bool IsShared => options.Postgres.IsShared;

    public Task StartAsync(CancellationToken cancellationToken) => _database.Open(lifetime, cancellationToken);

    public async Task StopAsync(CancellationToken cancellationToken) => await _database.DisposeAsync();

    public void Show(IReadOnlyList<DashboardChange> changes)
    {
        var write = new DashboardWrite(changes);
        lock (_lock)
        {
            _database.Writer.Add(write);
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
                await shown.WaitAsync(options.Postgres.Timeout, time);
                return;
            }
            catch (TimeoutException)
            {
                // Slow is not away.
                _database.Writer.ThrowIfStuck();
            }
        }
    }

    public async Task<long> Shown()
    {
        await Written();
        await _database.Applied(CancellationToken.None);
        return _database.Guard.Writer;
    }

    public void MakeSureOfRoom() => _database.Writer.ThrowIfStuck();

    public async Task<Answer<SellerDashboard>> Read(int sellerId)
    {
        await Shown();
        return (await _database.Ask(source => Read(source, sellerId))).Dashboard;
    }

    public async Task<Answer<SellerDashboard>?> Read(int sellerId, long writer)
    {
        var (dashboard, owner) = await _database.Ask(source => Read(source, sellerId));
        return dashboard.IsRefused || owner == writer ? dashboard : (Answer<SellerDashboard>?)null;
    }

    public async Task Forget(bool ingestedToo)
    {
        await Written();
        await _database.Change(DashboardTables.Empty(ingestedToo), CancellationToken.None);
    }

    public ValueTask DisposeAsync() => _database.DisposeAsync();

    private static async Task<(Answer<SellerDashboard> Dashboard, long Owner)> Read(NpgsqlDataSource source, int sellerId)
    {
        await using var question = source.CreateCommand(DashboardStatements.Read);
        question.Parameters.Add(new NpgsqlParameter<int> { TypedValue = sellerId });
        await using var rows = await question.ExecuteReaderAsync();
        OrderSellerView? view = null;
        var owner = 0L;
        var entries = new List<OrderEntry>();
        while (await rows.ReadAsync())
        {
            if (rows.IsDBNull(0))
            {
                entries.Add(DashboardStatements.Entry(rows.GetFieldValue<byte[]>(7)));
            }
            else
            {
                view = new OrderSellerView(
                    sellerId, rows.GetInt32(0), rows.GetInt32(1), rows.GetDecimal(2), rows.GetDecimal(3), rows.GetDecimal(4), rows.GetDecimal(5),
                    rows.GetDecimal(6));
                owner = await rows.IsDBNullAsync(8) ? 0 : rows.GetInt64(8);
            }
        }

        if (view is null)
            return (SellerRefusals.Unknown, 0);

        // As the seller itself shows them.
        entries.Sort(static (a, b) => (a.CustomerId, a.OrderId, a.Id).CompareTo((b.CustomerId, b.OrderId, b.Id)));
        return (new SellerDashboard(view, ImmutableArray.CreateRange(entries)), owner);
    }

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
        await _database.Applier!.Applied();
    }

    private async Task Wait(Task written)
    {
        try
        {
            await written.WaitAsync(options.Postgres.Timeout, time);
        }
        catch (Exception exception) when (exception is TimeoutException or StorageUnavailableException)
        {
            throw new StorageUnavailableException(
                $"PostgreSQL at {_database.Name} is away or overloaded: what transactions decided is not on the dashboards yet.", exception)
            {
                IsOutcomeUnknown = true,
            };
        }
    }
}
