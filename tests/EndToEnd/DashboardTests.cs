using System.Collections.Concurrent;
using System.Net;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Seller dashboards from PostgreSQL.</summary>
public sealed class DashboardTests(PostgresFixture postgres)
{
    private const int Sellers = 3;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 300_000)]
    [InlineData("memory", "none")]
    [InlineData("memory", "saga")]
    [InlineData("postgres", "deterministic")]
    [InlineData("postgres", "locking")]
    public async Task A_run_whose_dashboards_come_from_PostgreSQL_has_a_clean_audit(string storage, string protocol)
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "stress.json", [
            .. InProcessDriver.Operations(1500), $"target.launch.Storage={storage}", $"target.launch.Protocol={protocol}",
            "target.launch.Dashboard=postgres", $"target.launch.Postgres={await postgres.CreateDatabase()}"]);
        Assert.True(exitCode == 0, output);
        foreach (var id in new[] { "dash.self", "dash.final" })
        {
            var check = run.Check(id);
            Assert.True(check.GetProperty("claimed").GetBoolean(), id);
            Assert.Equal(0, check.GetProperty("violations").GetInt64());
            Assert.True(check.GetProperty("examined").GetInt64() > 0, id);
        }

        // What was read was not always empty: some orders are open in the end.
        Assert.True(run.Summary().GetProperty("transactions").GetProperty("dashboard").GetProperty("committed").GetInt64() > 0, output);
    }

    [Theory(Timeout = 180_000)]
    [InlineData("none")]
    [InlineData("optimistic")]
    public async Task After_a_kill_the_next_silo_shows_on_each_dashboard_what_is_stored_of_its_seller(string protocol)
    {
        var database = await postgres.CreateDatabase();
        string[] settings = ["--Marketplace:Dashboard=postgres", $"--Marketplace:Protocol={protocol}"];
        var orders = new ConcurrentDictionary<(int Customer, int Order), int>();
        await using (var silo = await SiloProgram.Start(database, null, settings))
        {
            await PostgresTests.Ingest(silo);
            var shoppers = Enumerable.Range(1, 6).Select(customer => Shop(silo, customer, orders)).ToArray();
            while (orders.Count < 60)
            {
                Assert.False(shoppers.Any(shopper => shopper.IsCompleted), "A shopper failed before the silo was killed.");
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
            }

            silo.Kill();
            await Task.WhenAll(shoppers);
        }

        await using var next = await SiloProgram.Start(database, null, settings);
        for (var seller = 1; seller <= Sellers; seller++)
        {
            var dashboard = await next.Expect(HttpStatusCode.OK, HttpMethod.Get, $"/seller/dashboard/{seller}");
            var shown = ((JsonArray)dashboard!["orderEntries"]!).Select(entry => (string)entry!["natural_key"]!).ToList();
            var stored = (await next.Lines("/audit/entries"))
                .Where(order => (bool)order["open"]! && (int)order["details"]!["seller_id"]! == seller)
                .SelectMany(order => (JsonArray)order["entries"]!).Select(entry => (string)entry!["natural_key"]!);
            Assert.Equal(stored.Order(StringComparer.Ordinal), shown.Order(StringComparer.Ordinal));
            var view = dashboard["sellerView"]!;
            Assert.Equal((shown.Count, 14m * shown.Count), ((int)view["count_items"]!, (decimal)view["total_invoice"]!));

            // What had been acknowledged is among it.
            Assert.Empty(orders.Where(order => order.Value == seller)
                .Select(order => $"{order.Key.Customer}|{order.Key.Order}").Except(shown));
        }
    }

    private static async Task Shop(SiloProgram silo, int customer, ConcurrentDictionary<(int Customer, int Order), int> orders)
    {
        try
        {
            for (var i = 1; ; i++)
            {
                var seller = 1 + ((customer + i) % Sellers);
                await PostgresTests.Add(silo, customer, seller);
                var answer = await PostgresTests.CheckOut(silo, customer, $"{i}");
                orders[(customer, (int)answer!["orderId"]!)] = seller;
            }
        }
        catch (HttpRequestException) when (silo.IsKilled)
        {
        }
    }
}
