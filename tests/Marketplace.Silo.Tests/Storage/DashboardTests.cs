using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Silos that answer seller dashboards from PostgreSQL.</summary>
public sealed class DashboardTests(PostgresFixture postgres)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("memory", "none")]
    [InlineData("memory", "locking")]
    [InlineData("memory", "deterministic")]
    [InlineData("memory", "optimistic")]
    [InlineData("memory", "saga")]
    [InlineData("postgres", "none")]
    [InlineData("postgres", "locking")]
    [InlineData("postgres", "deterministic")]
    [InlineData("postgres", "saga")]
    public async Task A_dashboard_shows_what_was_acknowledged_as_the_seller_itself_would(string storage, string protocol)
    {
        string[] settings = [$"Postgres={await postgres.CreateDatabase()}", $"Storage={storage}", $"Protocol={protocol}"];
        var answers = new List<string>();
        for (var run = 0; run < 2; run++)
        {
            await using var silo = await RunningSilo.Start([.. settings, run == 0 ? "Dashboard=postgres" : "Dashboard=grain"]);
            if (run == 0 || storage == "memory")
            {
                await silo.Expect(404, HttpMethod.Get, "/seller/dashboard/1");
                await Buy(silo);
            }

            answers.Add(await Dashboards(silo));
        }

        Assert.Equal(answers[1], answers[0]);
        Assert.Contains("\"count_orders\":2,\"count_items\":2,", answers[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("none")]
    [InlineData("deterministic")]
    public async Task With_stored_states_the_next_silo_shows_the_same_and_a_reset_and_a_cleanup_leave_nothing(string protocol)
    {
        string[] settings = [$"Postgres={await postgres.CreateDatabase()}", "Storage=postgres", $"Protocol={protocol}"];
        string before;
        await using (var silo = await RunningSilo.Start([.. settings, "Dashboard=postgres"]))
        {
            await Buy(silo);
            before = await Dashboards(silo);
        }

        // The states are what counts: this one changes them, and not the tables.
        await using (var silo = await RunningSilo.Start([.. settings, "Dashboard=grain"]))
        {
            await silo.Add(3, Bodies.Item(2, 2));
            await silo.CheckOut(3, "later");
        }

        await using var next = await RunningSilo.Start([.. settings, "Dashboard=postgres"]);
        var after = await Dashboards(next);
        Assert.NotEqual(before, after);
        Assert.Equal(2, (int)(await next.Expect(200, HttpMethod.Get, "/seller/dashboard/2"))!["sellerView"]!["count_orders"]!);
        await next.Expect(200, HttpMethod.Patch, "/reset");
        var view = (await next.Expect(200, HttpMethod.Get, "/seller/dashboard/2"))!;
        Assert.Empty((JsonArray)view["orderEntries"]!);
        Assert.Equal((0, 0m), ((int)view["sellerView"]!["count_orders"]!, (decimal)view["sellerView"]!["total_invoice"]!));
        await next.Expect(200, HttpMethod.Patch, "/cleanup");
        await next.Expect(404, HttpMethod.Get, "/seller/dashboard/2");
        await Buy(next);
        Assert.Equal(before, await Dashboards(next));
    }

    [Fact(Timeout = 180_000)]
    public async Task A_silo_has_as_long_to_fill_the_tables_as_that_takes_however_short_an_outage_may_be()
    {
        var database = await postgres.CreateDatabase();
        string[] settings = [$"Postgres={database}", "Storage=postgres", "Dashboard=postgres"];
        string before;
        await using (var silo = await RunningSilo.StartWithData(settings))
        {
            await Task.WhenAll(Bodies.Customers.Select(customer => BuyAll(silo, customer)));
            before = await Dashboards(silo);
        }

        // Each of the 400 entries takes 20 ms: all of them longer than PostgreSQL may be away, as many as are written at once less.
        await using (var source = NpgsqlDataSource.Create(database))
        {
            await using var slow = source.CreateCommand(
                "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.02); RETURN NEW; END'; "
                + "CREATE TRIGGER slow BEFORE INSERT ON marketplace_seller.ongoing_entry FOR EACH ROW EXECUTE FUNCTION slow()");
            await slow.ExecuteNonQueryAsync(Cancellation);
        }

        await using var next = await RunningSilo.Start([.. settings, "Postgres:Timeout=00:00:06"]);
        Assert.Equal(before, await Dashboards(next));
        Assert.Equal(80, (int)(await next.Expect(200, HttpMethod.Get, "/seller/dashboard/5"))!["sellerView"]!["count_items"]!);
    }

    [Fact]
    public async Task A_checkout_whose_payment_failed_is_never_on_a_dashboard()
    {
        await using var silo = await RunningSilo.StartWithData(
            $"Postgres={await postgres.CreateDatabase()}", "Dashboard=postgres", "Protocol=locking", "PaymentProvider:DeclineRate=1");
        await silo.Add(2, Bodies.Item(1, 1));
        var declined = silo.CheckOut(2, "7", status: 422);
        while (!declined.IsCompleted)
            Assert.Empty((JsonArray)(await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["orderEntries"]!);

        await declined;
        Assert.Empty((JsonArray)(await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["orderEntries"]!);
    }

    // One piece of everything.
    private static async Task BuyAll(RunningSilo silo, int customer)
    {
        foreach (var seller in Bodies.Sellers)
        {
            foreach (var product in Bodies.Products)
                await silo.Add(customer, Bodies.Item(seller, product, quantity: 1));
        }

        await silo.CheckOut(customer, $"{customer}");
    }

    // Two sellers, four orders, one of them delivered by the sellers in part.
    private static async Task Buy(RunningSilo silo)
    {
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.Add(1, Bodies.Item(2, 2));
        await silo.CheckOut(1, "11");
        await silo.Expect(202, HttpMethod.Patch, "/shipment/21");
        await silo.Add(2, Bodies.Item(1, 1));
        await silo.CheckOut(2, "12");
        await silo.Add(1, Bodies.Item(1, 2, quantity: 3));
        await silo.CheckOut(1, "13");
        await silo.Add(4, Bodies.Item(2, 1));
        await silo.CheckOut(4, "14");
    }

    // Without dates, which are of another run.
    private static async Task<string> Dashboards(RunningSilo silo)
    {
        var all = "";
        foreach (var seller in new[] { 1, 2, 3 })
        {
            var dashboard = (await silo.Expect(200, HttpMethod.Get, $"/seller/dashboard/{seller}"))!;
            foreach (var entry in (JsonArray)dashboard["orderEntries"]!)
            {
                entry!["shipment_date"] = entry["shipment_date"] is null;
                entry["delivery_date"] = entry["delivery_date"] is null;
            }

            all += dashboard.ToJsonString() + "\n";
        }

        return all;
    }
}
