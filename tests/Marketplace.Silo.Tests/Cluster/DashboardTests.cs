using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Silo.Tests.Cluster;

/// <summary>Dashboards in PostgreSQL that several silos write.</summary>
public sealed class DashboardTests(PostgresFixture postgres)
{
    [Theory(Timeout = 180_000)]
    [InlineData("memory", "none")]
    [InlineData("memory", "orleans-transactions")]
    [InlineData("postgres", "deterministic")]
    public async Task A_dashboard_at_any_silo_shows_what_another_has_acknowledged(string storage, string protocol)
    {
        var database = await postgres.CreateDatabase();
        await using var cluster = await SiloCluster.StartLocalhost(
            3, "Dashboard=postgres", $"Storage={storage}", $"Postgres={database}", $"Protocol={protocol}");
        await cluster[0].Ingest();
        var orders = Bodies.Sellers.ToDictionary(seller => seller, _ => 0);
        foreach (var customer in Bodies.Customers)
        {
            var (seller, product) = (1 + (customer % 5), 1 + (customer / 5 % 4));
            var (here, there) = (cluster[customer % 3], cluster[(customer + 1) % 3]);
            await here.Add(customer, Bodies.Item(seller, product));
            await here.CheckOut(customer, $"{customer}");
            orders[seller]++;
            Assert.Equal(orders[seller], Orders(await there.Expect(200, HttpMethod.Get, $"/seller/dashboard/{seller}")));
        }

        await cluster[1].Entry.UpdateDelivery("d");
        foreach (var seller in Bodies.Sellers)
        {
            var shown = await cluster[2].Expect(200, HttpMethod.Get, $"/seller/dashboard/{seller}");
            Assert.Equal(Math.Max(0, orders[seller] - 1), Orders(shown));
        }

        await cluster[0].Expect(404, HttpMethod.Get, "/seller/dashboard/999");
        await cluster[2].Entry.Reset(TestContext.Current.CancellationToken);
        Assert.Equal(0, Orders(await cluster[0].Expect(200, HttpMethod.Get, "/seller/dashboard/1")));
        await cluster[1].Entry.Cleanup(TestContext.Current.CancellationToken);
        await cluster[0].Expect(404, HttpMethod.Get, "/seller/dashboard/1");
        await cluster[2].Ingest();
        Assert.Equal(0, Orders(await cluster[0].Expect(200, HttpMethod.Get, "/seller/dashboard/1")));
    }

    [Fact(Timeout = 180_000)]
    public async Task Sellers_that_come_to_another_silo_are_shown_by_it_whatever_is_in_the_table()
    {
        var database = await postgres.CreateDatabase();
        string[] settings =
        [
            "Cluster:Provider=postgres", "Dashboard=postgres", "Storage=postgres", $"Postgres={database}", "Protocol=ordered-locking",
        ];
        await using var cluster = await SiloCluster.Start([[], [], []], settings);
        await cluster[0].Ingest();
        await Buy(cluster, 1);
        await cluster.Stop(0);
        await Buy(cluster, 2);

        // As if a silo had died before it wrote what it had committed.
        await cluster.Stop(0);
        await using (var source = NpgsqlDataSource.Create(database))
        {
            await using var loss = source.CreateCommand(
                "UPDATE marketplace_seller.dashboard SET count_orders = 7; TRUNCATE marketplace_seller.ongoing_entry");
            await loss.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
        }

        await cluster.Add();
        await cluster.Stop(0);
        foreach (var seller in Bodies.Sellers)
            Assert.Equal(2, Orders(await cluster[0].Expect(200, HttpMethod.Get, $"/seller/dashboard/{seller}")));
    }

    // An order of each seller.
    private static async Task Buy(SiloCluster cluster, int round)
    {
        foreach (var seller in Bodies.Sellers)
        {
            var silo = cluster[seller % cluster.Count];
            await silo.Add(seller, Bodies.Item(seller, 1));
            await silo.CheckOut(seller, $"{round}-{seller}");
            var shown = await cluster[(seller + 1) % cluster.Count].Expect(200, HttpMethod.Get, $"/seller/dashboard/{seller}");
            Assert.Equal(round, Orders(shown));
        }
    }

    private static int Orders(JsonNode? dashboard)
    {
        var entries = dashboard!["orderEntries"]!.AsArray();
        var count = (int)dashboard["sellerView"]!["count_orders"]!;
        Assert.Equal(count, entries.Select(static entry => ((int)entry!["customer_id"]!, (int)entry["order_id"]!)).Distinct().Count());
        return count;
    }
}
