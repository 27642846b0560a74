using System.Collections.Concurrent;
using System.Net;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace Marketplace.EndToEnd;

/// <summary>Silos with their state in PostgreSQL, one after the other on the same database.</summary>
public sealed class PostgresTests(PostgresFixture postgres)
{
    private const int Customers = 8;
    private const int Sellers = 3;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 300_000)]
    public async Task A_run_has_a_clean_audit_and_so_has_the_next_one_on_the_same_database()
    {
        var database = await postgres.CreateDatabase();
        for (var i = 0; i < 2; i++)
        {
            using var run = new RunFolder();
            var (exitCode, output) = await InProcessDriver.Run(run, "quickstart.json", [
                .. InProcessDriver.Operations(1500), "target.launch.Storage=postgres", $"target.launch.Postgres={database}"]);
            Assert.True(exitCode == 0, output);
            Assert.Contains("The schemas are 8, in 1 database; ", run.Check("placement").GetProperty("note").GetString(), StringComparison.Ordinal);
            Assert.Contains(
                " checks examined: clean", output.Split('\n', StringSplitOptions.RemoveEmptyEntries)[^1], StringComparison.Ordinal);
            Assert.True(run.Summary().GetProperty("transactions").GetProperty("checkout").GetProperty("committed").GetInt64() > 0);
        }
    }

    [Theory(Timeout = 180_000)]
    [InlineData("document", "none")]
    [InlineData("relations-indexed", "optimistic")]
    public async Task What_a_killed_silo_had_acknowledged_is_there_for_the_next_one_on_dashboards_too(string layout, string protocol)
    {
        var database = await postgres.CreateDatabase();
        string[] settings =
            [$"--Marketplace:Storage:Layout={layout}", $"--Marketplace:Protocol={protocol}", "--Marketplace:Dashboard=postgres"];
        var adds = new ConcurrentDictionary<int, int>();
        var orders = new ConcurrentDictionary<(int Customer, int Order), (int Seller, string Invoice)>();
        await using (var silo = await SiloProgram.Start(database, settings))
        {
            await Ingest(silo.Client);
            var shoppers = Enumerable.Range(1, Customers).Select(customer => Shop(silo, customer, adds, orders)).ToArray();
            while (orders.Count < 40 || adds.Count < Customers / 2 || adds.Values.Min() < 20)
            {
                Assert.False(shoppers.Any(shopper => shopper.IsCompleted), "A shopper failed before the silo was killed.");
                await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);
            }

            silo.Kill();
            await Task.WhenAll(shoppers);
        }

        await using var started = await InProcessSilo.StartOn(database, settings);
        var next = started.Client;
        foreach (var (customer, quantity) in adds)
        {
            // The last one may have been stored and not acknowledged.
            var cart = await next.Expect(HttpStatusCode.OK, HttpMethod.Get, $"/cart/{customer}");
            Assert.InRange((int)Assert.Single((JsonArray)cart!["items"]!)!["quantity"]!, quantity, quantity + 1);
        }

        foreach (var ((customer, order), (_, invoice)) in orders)
        {
            var stored = await next.Expect(HttpStatusCode.OK, HttpMethod.Get, $"/order/{customer}/{order}");
            Assert.Contains(invoice, stored!.ToJsonString(), StringComparison.Ordinal);
            await next.Expect(HttpStatusCode.OK, HttpMethod.Get, $"/payment/{customer}/{order}");
        }

        var entries = await next.Lines("/audit/entries");
        for (var seller = 1; seller <= Sellers; seller++)
        {
            var acknowledged = orders.Where(order => order.Value.Seller == seller).Select(order => $"{order.Key.Customer}|{order.Key.Order}");
            await ShowsOnTheDashboardWhatIsStored(next, seller, entries, acknowledged);
        }

        // And it goes on.
        foreach (var customer in Enumerable.Range(1, Customers).Where(customer => customer % 2 == 0))
        {
            await next.Expect(HttpStatusCode.OK, HttpMethod.Patch, $"/cart/{customer}/seal");
            await Add(next, customer, 1);
            await CheckOut(next, customer, "next");
        }
    }

    // Until the silo is gone: customers of odd numbers fill their cart, the others buy again and again.
    private static async Task Shop(
        SiloProgram silo,
        int customer,
        ConcurrentDictionary<int, int> adds,
        ConcurrentDictionary<(int Customer, int Order), (int Seller, string Invoice)> orders)
    {
        try
        {
            for (var i = 1; ; i++)
            {
                if (customer % 2 == 1)
                {
                    await Add(silo.Client, customer, 1);
                    adds[customer] = i;
                    continue;
                }

                var seller = 1 + (customer + i) % Sellers;
                await Add(silo.Client, customer, seller);
                var answer = await CheckOut(silo.Client, customer, $"{i}");
                orders[(customer, (int)answer!["orderId"]!)] = (seller, (string)answer["invoiceNumber"]!);
            }
        }
        catch (HttpRequestException) when (silo.IsKilled)
        {
        }
    }

    private static async Task ShowsOnTheDashboardWhatIsStored(
        SiloClient silo, int seller, JsonNode[] entries, IEnumerable<string> acknowledged)
    {
        var dashboard = await silo.Expect(HttpStatusCode.OK, HttpMethod.Get, $"/seller/dashboard/{seller}");
        var shown = ((JsonArray)dashboard!["orderEntries"]!).Select(entry => (string)entry!["natural_key"]!).ToList();
        var stored = entries
            .Where(order => (bool)order["open"]! && (int)order["details"]!["seller_id"]! == seller)
            .SelectMany(order => (JsonArray)order["entries"]!).Select(entry => (string)entry!["natural_key"]!);
        Assert.Equal(stored.Order(StringComparer.Ordinal), shown.Order(StringComparer.Ordinal));
        var view = dashboard["sellerView"]!;
        Assert.Equal((shown.Count, 14m * shown.Count), ((int)view["count_items"]!, (decimal)view["total_invoice"]!));
        Assert.Empty(acknowledged.Except(shown));
    }

    internal static async Task Ingest(SiloClient silo)
    {
        await Import("customers", Customers, id => $$"""{"id":{{id}},"first_name":"Ada","last_name":"Lovelace"}""");
        await Import("sellers", Sellers, id => $$"""{"id":{{id}},"name":"Seller {{id}}"}""");
        await Import(
            "products", Sellers, id => $$"""{"seller_id":{{id}},"product_id":1,"name":"Chair","price":12.50,"freight_value":1.50,"version":"0"}""");
        await Import("stock", Sellers, id => $$"""{"seller_id":{{id}},"product_id":1,"qty_available":1000000,"version":"0"}""");

        Task Import(string what, int count, Func<int, string> line) => silo.Expect(
            HttpStatusCode.OK, HttpMethod.Post, $"/import/{what}", string.Join('\n', Enumerable.Range(1, count).Select(line)),
            "application/x-ndjson");
    }

    internal static Task Add(SiloClient silo, int customer, int seller) => silo.Expect(
        HttpStatusCode.OK, HttpMethod.Patch, $"/cart/{customer}/add",
        $$"""
        {"SellerId":{{seller}},"ProductId":1,"ProductName":"Chair","UnitPrice":12.50,"FreightValue":1.50,"Quantity":1,"Voucher":0,"Version":"0"}
        """);

    internal static Task<JsonNode?> CheckOut(SiloClient silo, int customer, string tid) => silo.Expect(
        HttpStatusCode.OK, HttpMethod.Post, $"/cart/{customer}/checkout",
        $$"""{"CustomerId":{{customer}},"FirstName":"Ada","LastName":"Lovelace","PaymentType":"BOLETO","instanceId":"{{tid}}"}""");
}
