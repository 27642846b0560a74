using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.Dashboards;
using Marketplace.Protocols.Storage;
using Marketplace.Simulation.Faults;
using Marketplace.Simulation.Storage;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Dashboards;
using Marketplace.TestSupport;
using Microsoft.Extensions.Logging.Abstractions;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>Seller dashboards on a real server.</summary>
public sealed class DashboardTests
{
    private const int Seller = 7;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 180_000)]
    public async Task The_aggregate_is_the_fold_of_the_entries_whatever_comes_and_goes()
    {
        await using var server = await PostgresServer.Start();
        await using var dashboards = await Start(await server.CreateDatabase());
        Assert.True((await dashboards.Read(1)).IsRefused);
        var random = new Random(42);
        var open = new Dictionary<(int Seller, int Order), ImmutableArray<OrderEntry>>();
        for (var seller = 1; seller <= 3; seller++)
            dashboards.Show([new DashboardChange(DashboardChangeKind.Known, seller, 0, 0, [])]);

        for (var step = 0; step < 600; step++)
        {
            var key = (Seller: random.Next(1, 4), Order: random.Next(1, 10));
            if (!open.TryGetValue(key, out var entries))
            {
                open[key] = Order(key.Seller, key.Order, random);
                dashboards.Show([Change(DashboardChangeKind.Issued, key.Seller, key.Order, open[key])]);
            }
            else if (random.Next(2) == 0)
            {
                open[key] = [.. entries.Select(entry => entry with { OrderStatus = OrderStatus.InTransit, DeliveryDate = new DateTime(step) })];
                dashboards.Show([Change(DashboardChangeKind.Changed, key.Seller, key.Order, open[key])]);
            }
            else
            {
                open.Remove(key);
                dashboards.Show([Change(DashboardChangeKind.Left, key.Seller, key.Order, [])]);
            }

            // Some changes share a batch, and some do not.
            if (random.Next(8) == 0)
            {
                await dashboards.Written();
                await Compare(dashboards, key.Seller, open);
            }
        }

        await dashboards.Forget(ingestedToo: false);
        await Compare(dashboards, 1, []);
        await dashboards.Forget(ingestedToo: true);
        Assert.True((await dashboards.Read(1)).IsRefused);
    }

    [Fact(Timeout = 180_000)]
    public async Task A_seller_that_has_come_to_another_silo_of_the_cluster_is_written_by_that_one_alone()
    {
        await using var server = await PostgresServer.Start();
        var database = await server.CreateDatabase();
        await using var here = await Start(database, isShared: true);
        await using var there = await Start(database, isShared: true);
        var (first, second) = (Order(Seller, 1, new Random(1)), Order(Seller, 2, new Random(2)));
        here.Show([Of(DashboardChangeKind.ShownAnew), Of(DashboardChangeKind.Known), Change(DashboardChangeKind.Issued, Seller, 1, first)]);
        var writerHere = await here.Shown();
        await Compare(here, Seller, new() { [(Seller, 1)] = first });

        // It comes with what is in its state, whatever was written.
        there.Show([Of(DashboardChangeKind.ShownAnew), Of(DashboardChangeKind.Known), Change(DashboardChangeKind.Issued, Seller, 2, second)]);
        var writerThere = await there.Shown();
        here.Show([Change(DashboardChangeKind.Left, Seller, 2, [])]);
        here.Show([Change(DashboardChangeKind.Issued, Seller, 3, Order(Seller, 3, new Random(3))), Of(DashboardChangeKind.Known)]);
        here.Show([Change(DashboardChangeKind.Changed, Seller, 2, [.. second.Select(static entry => entry with { ProductName = "late" })])]);
        await here.Shown();
        await Compare(there, Seller, new() { [(Seller, 2)] = second });
        Assert.NotNull(await here.Read(Seller, writerThere));
        Assert.Null(await here.Read(Seller, writerHere));

        // After a clean-up nobody has it, and no row is left of one that is none.
        await here.Forget(ingestedToo: true);
        await there.Forget(ingestedToo: true);
        there.Show([Of(DashboardChangeKind.ShownAnew)]);
        await there.Shown();
        Assert.True((await there.Read(Seller)).IsRefused);
        here.Show([Of(DashboardChangeKind.Known), Change(DashboardChangeKind.Issued, Seller, 1, first)]);
        await here.Shown();
        await Compare(there, Seller, new() { [(Seller, 1)] = first });

        static DashboardChange Of(DashboardChangeKind kind) => new(kind, Seller, 0, 0, []);
    }

    [Theory(Timeout = 180_000)]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_rows_of_the_simulators_twin_become_what_the_statements_make_of_them(bool isShared)
    {
        await using var server = await PostgresServer.Start();
        var database = await server.CreateDatabase();
        await using var here = await Start(database, isShared: isShared);
        await using var there = isShared ? await Start(database, isShared: true) : here;
        var (random, twin, known) = (new Random(7), new TwinDashboardRows(Mutant.None), 0);
        for (var step = 0; step < 300; step++)
        {
            var silo = random.Next(2) == 0 ? here : there;
            var changes = Enumerable.Range(0, random.Next(1, 4)).Select(_ => Any(random, isShared)).ToList();
            silo.Show(changes);
            var writer = await silo.Shown();
            twin.Change(new DashboardRows(changes), isShared ? writer : null);
            for (var seller = 1; seller <= 3; seller++)
            {
                var (real, same) = (await here.Read(seller), twin.Read(seller).Dashboard);
                Assert.Equal(real.IsRefused, same.IsRefused);
                Assert.Equal(real.Value?.SellerView, same.Value?.SellerView);
                Assert.Equal(real.Value?.OrderEntries.AsEnumerable(), same.Value?.OrderEntries.AsEnumerable());
                known += real.IsRefused ? 0 : real.Value!.OrderEntries.Length;
            }
        }

        Assert.True(known > 1_000);
    }

    [Fact(Timeout = 180_000)]
    public async Task Aggregate_and_entries_are_of_one_snapshot_even_if_something_is_committed_between_them()
    {
        await using var server = await PostgresServer.Start();
        var database = await server.CreateDatabase();
        await using var dashboards = await Start(database);
        dashboards.Show([new DashboardChange(DashboardChangeKind.Known, Seller, 0, 0, [])]);
        dashboards.Show([Change(DashboardChangeKind.Issued, Seller, 1, Order(Seller, 1, new Random(1)))]);
        await dashboards.Written();

        // Whoever reads the aggregate waits in the middle of it for a lock that the test holds, while it takes the order away.
        await using var source = NpgsqlDataSource.Create(database);
        await using var holder = await source.OpenConnectionAsync(Cancellation);
        await holder.Execute("SELECT pg_advisory_lock(1)");
        await using var other = await source.OpenConnectionAsync(Cancellation);
        await other.Execute($"ALTER TABLE {DashboardTables.Aggregates} RENAME TO real");
        await other.Execute("CREATE FUNCTION pause() RETURNS boolean LANGUAGE sql VOLATILE AS 'SELECT pg_advisory_lock_shared(1); SELECT true'");
        await other.Execute($"CREATE VIEW {DashboardTables.Aggregates} AS SELECT * FROM marketplace_seller.real WHERE pause()");
        var reading = dashboards.Read(Seller);
        while (await other.Execute("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted") is 0L)
        {
            Assert.False(reading.IsCompleted, "The dashboard did not wait.");
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
        }

        await other.Execute($"DELETE FROM {DashboardTables.Entries}; UPDATE marketplace_seller.real SET count_orders = 0, count_items = 0");
        await holder.Execute("SELECT pg_advisory_unlock(1)");
        var dashboard = (await reading).Value!;
        Assert.Equal((1, 3), (dashboard.SellerView.CountOrders, dashboard.SellerView.CountItems));
        Assert.Equal(3, dashboard.OrderEntries.Length);
    }

    [Fact(Timeout = 180_000)]
    public async Task What_was_committed_while_the_server_was_away_is_there_when_it_is_back_and_until_then_dashboards_are_refused()
    {
        await using var server = await PostgresServer.Start();
        await using var dashboards = await Start(await server.CreateDatabase(), TimeSpan.FromSeconds(3));
        dashboards.Show([new DashboardChange(DashboardChangeKind.Known, Seller, 0, 0, [])]);
        await dashboards.Written();
        var order = Order(Seller, 1, new Random(1));
        await server.Crash(async () =>
        {
            dashboards.Show([Change(DashboardChangeKind.Issued, Seller, 1, order)]);
            Assert.False((await Assert.ThrowsAsync<StorageUnavailableException>(() => dashboards.Read(Seller))).IsOutcomeUnknown);
            while (!IsRefused(dashboards))
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
        });
        while (IsRefused(dashboards))
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);

        await dashboards.Written();
        await Compare(dashboards, Seller, new() { [(Seller, 1)] = order });
    }

    private static bool IsRefused(PostgresDashboards dashboards)
    {
        try
        {
            dashboards.MakeSureOfRoom();
            return false;
        }
        catch (StorageUnavailableException)
        {
            return true;
        }
    }

    private static async Task Compare(
        PostgresDashboards dashboards, int seller, Dictionary<(int Seller, int Order), ImmutableArray<OrderEntry>> open)
    {
        var orders = open.Where(order => order.Key.Seller == seller)
            .OrderBy(order => (order.Key.Order % 3, order.Key.Order)).Select(order => order.Value).ToList();
        var entries = orders.SelectMany(order => order).ToList();
        var dashboard = (await dashboards.Read(seller)).Value!;
        Assert.Equal(entries, dashboard.OrderEntries);
        var view = new OrderSellerView(
            seller,
            orders.Count,
            entries.Count,
            entries.Sum(entry => entry.TotalAmount),
            entries.Sum(entry => entry.FreightValue),
            entries.Sum(entry => entry.TotalIncentive),
            entries.Sum(entry => entry.TotalInvoice),
            entries.Sum(entry => entry.TotalItems));
        Assert.Equal(view, dashboard.SellerView);
    }

    private static DashboardChange Change(DashboardChangeKind kind, int seller, int order, ImmutableArray<OrderEntry> entries) =>
        new(kind, seller, CustomerId: order % 3, order, entries);

    // Three entries, with what a text column would not take, and a time that one of microseconds would cut off.
    private static ImmutableArray<OrderEntry> Order(int seller, int order, Random random)
    {
        var entries = ImmutableArray.CreateBuilder<OrderEntry>();
        for (var id = 1; id <= 3; id++)
        {
            var (items, incentive, freight) = (random.Next(1, 100_000) / 1000m, random.Next(100) / 10_000m, random.Next(100) / 100m);
            entries.Add(new OrderEntry(
                (10 * order) + id, $"{order % 3}|{order}", order % 3, order, id, seller, null, "a \0 'chair'", "", items, 1, items,
                items - incentive, incentive, items - incentive + freight, freight, null, new DateTime(order, DateTimeKind.Utc),
                OrderStatus.Invoiced, PackageStatus.Created));
        }

        return entries.ToImmutable();
    }

    private static DashboardChange Any(Random random, bool isShared)
    {
        var (seller, order) = (random.Next(1, 4), random.Next(1, 4));
        return random.Next(isShared ? 8 : 7) switch
        {
            0 => new(DashboardChangeKind.Known, seller, 0, 0, []),
            1 or 2 or 3 => Change(DashboardChangeKind.Issued, seller, order, Order(seller, order, new Random(order))),
            4 => Change(
                DashboardChangeKind.Changed, seller, order,
                [.. Order(seller, order, new Random(order)).Select(static entry => entry with { OrderStatus = OrderStatus.InTransit })]),
            5 or 6 => Change(DashboardChangeKind.Left, seller, order, []),
            _ => new(DashboardChangeKind.ShownAnew, seller, 0, 0, []),
        };
    }

    private static async Task<PostgresDashboards> Start(string database, TimeSpan? timeout = null, bool isShared = false)
    {
        var connections = Services.All.ToImmutableDictionary(service => service, _ => database);
        var options = new PostgresOptions(connections, timeout ?? Patience) { Owner = "test", IsShared = isShared };
        var dashboards = new PostgresDashboards(
            new DashboardDatabase(options, TimeProvider.System, NullLogger<PostgresDashboards>.Instance),
            TimeProvider.System,
            new StandingLifetime());
        await dashboards.StartAsync(Cancellation);
        return dashboards;
    }
}
