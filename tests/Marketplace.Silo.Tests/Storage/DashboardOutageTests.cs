using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Silos that answer seller dashboards from a PostgreSQL that goes away, and comes back.</summary>
public sealed class DashboardOutageTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 120_000)]
    [InlineData("none")]
    [InlineData("locking")]
    [InlineData("deterministic")]
    public async Task While_PostgreSQL_is_away_no_dashboard_is_shown_that_lacks_what_was_answered_and_nothing_of_it_is_lost(string protocol)
    {
        await using var server = await PostgresServer.Start();
        await using var silo = await RunningSilo.StartWithData(
            $"Postgres={await server.CreateDatabase()}", $"Protocol={protocol}", "Dashboard=postgres", "Postgres:Timeout=00:00:05");
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.Add(2, Bodies.Item(1, 1));
        await server.Crash(async () =>
        {
            await silo.CheckOut(1, "1");
            Assert.Equal("storage-unavailable", (string?)(await silo.Expect(503, HttpMethod.Get, "/seller/dashboard/1"))!["type"]);

            // The writer tries again within a second; from then on nothing is begun.
            await Until(503);
            await silo.CheckOut(2, "2", status: 503);
        });
        await Until(202);

        // The delivery has taken away what the first checkout had put there, and what was refused was never there.
        Assert.Equal(1, (int)(await silo.Expect(200, HttpMethod.Get, "/order/1/1"))!["order"]!["id"]!);
        var dashboard = await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1");
        Assert.Empty((JsonArray)dashboard!["orderEntries"]!);
        await silo.CheckOut(2, "2");
        Assert.Equal(1, (int)(await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["sellerView"]!["count_orders"]!);

        async Task Until(int status)
        {
            while ((int)(await silo.Send(HttpMethod.Patch, "/shipment/99", null)).StatusCode != status)
                await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancellation);
        }
    }
}
