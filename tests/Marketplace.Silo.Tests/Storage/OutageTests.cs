using System.Net;
using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Silos whose states are in a PostgreSQL that goes away, and comes back.</summary>
public sealed class OutageTests
{
    // The data are ingested under it too: a busy machine must not reach it, and an outage of a test soon does.
    private const string Timeout = "00:00:02";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task While_PostgreSQL_is_away_requests_answer_503_and_the_silo_is_not_ready_and_then_all_goes_on()
    {
        await using var server = await PostgresServer.Start();
        await using var silo = await StartWithData(await server.CreateDatabase(), $"Postgres:Timeout={Timeout}");
        await silo.Expect(200, HttpMethod.Get, "/healthz/ready", (JsonNode?)null);
        await silo.Add(1, Bodies.Item(1, 2));
        await server.Crash(async () =>
        {
            // The silo has not heard from the server for a while, so it makes sure before it sends a write; else the outcome is unknown.
            await Task.Delay(TimeSpan.FromMilliseconds(300), TimeProvider.System, Cancellation);
            var problem = await silo.Add(1, Bodies.Item(2, 2), status: 503);
            Assert.Equal("storage-unavailable", (string?)problem!["type"]);
            Assert.Contains("PostgreSQL", (string)problem["detail"]!, StringComparison.Ordinal);
            var reason = (string?)(await silo.Expect(503, HttpMethod.Get, "/healthz/ready"))!["detail"];
            Assert.StartsWith("PostgreSQL at 127.0.0.1:", reason, StringComparison.Ordinal);

            // Its activation has ended, and another one can't be loaded.
            await silo.Expect(503, HttpMethod.Get, "/cart/1");
        });

        // On a busy machine a server that has just started answers later than the silo waits.
        await Wait.Until(
            "the silo goes on", async () => (await silo.Send(HttpMethod.Get, "/cart/1", null)).StatusCode == HttpStatusCode.OK);

        // What was not stored is not there.
        var cart = await silo.Expect(200, HttpMethod.Get, "/cart/1");
        Assert.Equal(1, (int)Assert.Single((JsonArray)cart!["items"]!)!["sellerId"]!);
        await silo.CheckOut(1, "1");
        Assert.Equal(200, (int)(await silo.Send(HttpMethod.Get, "/healthz/ready", null)).StatusCode);
    }

    [Fact]
    public async Task A_checkout_that_the_storage_fails_half_way_has_an_unknown_outcome()
    {
        await using var server = await PostgresServer.Start();
        await using var silo = await StartWithData(await server.CreateDatabase(), $"Postgres:Timeout={Timeout}");
        await silo.Add(1, Bodies.Item(1, 2));
        await server.Crash(async () => Assert.Equal("storage-unavailable", (string?)(await silo.CheckOut(1, "1", 504))!["type"]));
    }

    [Theory(Timeout = 120_000)]
    [InlineData("locking", "document")]
    [InlineData("ordered-locking", "relations")]
    [InlineData("deterministic", "relations-indexed")]
    [InlineData("optimistic", "both")]
    [InlineData("saga", "document")]
    public async Task What_is_decided_when_PostgreSQL_goes_away_is_stored_when_it_is_back(string protocol, string layout)
    {
        await using var server = await PostgresServer.Start();
        await using var silo = await StartWithData(
            await server.CreateDatabase(), $"Postgres:Timeout={Timeout}", "Protocol:Timeout=00:00:06", $"Protocol={protocol}",
            $"Storage:Layout={layout}");
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Add(2, Bodies.Item(1, 2));
        await server.Crash(async () =>
        {
            await silo.Add(1, Bodies.Item(2, 2), status: 504);
            await silo.Add(2, Bodies.Item(2, 2), status: 503);
        });

        // The writer tries again within a second; until then nothing is decided.
        while ((int)(await silo.Send(HttpMethod.Patch, "/cart/3/seal", null)).StatusCode == 503)
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancellation);

        Assert.Equal("1 2", await Sellers(1));
        Assert.Equal("1", await Sellers(2));
        await silo.CheckOut(1, "1");
        await silo.CheckOut(2, "2");

        async Task<string> Sellers(int customer)
        {
            var cart = await silo.Expect(200, HttpMethod.Get, $"/cart/{customer}");
            return string.Join(' ', ((JsonArray)cart!["items"]!).Select(item => (int)item!["sellerId"]!));
        }
    }

    [Fact]
    public async Task A_short_outage_is_not_seen_by_clients()
    {
        await using var server = await PostgresServer.Start();
        await using var silo = await StartWithData(await server.CreateDatabase(), "Postgres:Timeout=00:01:00");
        Task<JsonNode?>? add = null;
        await server.Crash(() =>
        {
            add = silo.Add(1, Bodies.Item(2, 2));
            return Task.CompletedTask;
        });
        await add!;
        await silo.CheckOut(1, "1");
    }

    private static Task<RunningSilo> StartWithData(string database, params string[] settings) =>
        RunningSilo.StartWithData(["Storage=postgres", $"Postgres={database}", .. settings]);
}
