using System.Text.Json.Nodes;
using Marketplace.Grains.AuditLogging;
using Marketplace.Protocols.Storage;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Silos that keep an audit log in PostgreSQL.</summary>
public sealed class AuditLogTests(PostgresFixture postgres)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("memory")]
    [InlineData("postgres")]
    public async Task What_is_finished_is_logged_once_and_a_reset_empties_the_log(string storage)
    {
        await using var silo = await RunningSilo.Start("AuditLog=postgres", $"Postgres={await postgres.CreateDatabase()}", $"Storage={storage}");
        await silo.Ingest();
        await silo.Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(3, 1)]));
        Assert.Empty(await Log(silo));

        await silo.Add(1, Bodies.Item(1, 1));
        await silo.Add(1, Bodies.Item(2, 2));
        await silo.CheckOut(1, "101");
        Assert.Equal(["payment 1|1 101"], await Log(silo));
        await silo.Expect(202, HttpMethod.Patch, "/shipment/102");
        await silo.Expect(202, HttpMethod.Patch, "/shipment/103");
        Assert.Equal(
            ["entry 1|1|1 101", "entry 1|1|2 101", "order 1|1 101", "payment 1|1 101", "shipment 1|1 101"],
            await Log(silo));
        var line = (await Lines(silo)).Single(record => (string?)record["type"] == "order");
        var orders = Split(await silo.Client.GetStringAsync("/audit/orders", Cancellation)).Select(text => JsonNode.Parse(text)!);
        var order = orders.Single(record => (string?)record["tid"] == "101");
        Assert.Equal(order.ToJsonString(), line["order"]!.ToJsonString());

        await silo.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Empty(await Log(silo));
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.CheckOut(1, "101");
        Assert.Equal(["payment 1|1 101"], await Log(silo));
        await silo.Expect(200, HttpMethod.Patch, "/cleanup");
        Assert.Empty(await Log(silo));
    }

    [Fact]
    public async Task A_failed_payment_is_logged_with_its_order()
    {
        await using var silo = await RunningSilo.Start(
            "AuditLog=postgres", $"Postgres={await postgres.CreateDatabase()}", "PaymentProvider:DeclineRate=1");
        await silo.Ingest();
        await silo.Add(2, Bodies.Item(1, 1));
        await silo.CheckOut(2, "7", status: 422);
        Assert.Equal(["order 2|1 7", "payment 2|1 7"], await Log(silo));
    }

    [Fact]
    public async Task What_waits_is_written_before_the_silo_ends_and_the_next_one_adds_to_it()
    {
        var database = await postgres.CreateDatabase();
        for (var run = 1; run <= 2; run++)
        {
            await using var silo = await RunningSilo.Start("AuditLog=postgres", $"Postgres={database}");
            await silo.Ingest();
            await silo.Add(1, Bodies.Item(1, 1));
            await silo.CheckOut(1, "1");
        }

        // Both have made a first order: a record of the second must not be taken for one of the first.
        await using var next = await RunningSilo.Start("AuditLog=postgres", $"Postgres={database}");
        Assert.Equal(["payment 1|1 1", "payment 1|1 1"], await Log(next));
    }

    [Fact]
    public async Task Without_room_in_the_log_checkouts_and_deliveries_answer_503_and_everything_else_goes_on()
    {
        await using var silo = await RunningSilo.Start(services => services.AddSingleton<ILogRoom, NoRoom>());
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 1));
        Assert.Equal("storage-unavailable", (string?)(await silo.CheckOut(1, "1", status: 503))!["type"]);
        await silo.Expect(503, HttpMethod.Patch, "/shipment/2");
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "100"));
        await silo.Expect(404, HttpMethod.Get, "/order/1/1");
    }

    [Fact]
    public async Task A_silo_without_a_log_has_no_export_of_it()
    {
        await using var silo = await RunningSilo.Start();
        await silo.Expect(404, HttpMethod.Get, "/audit/log");
    }

    private static async Task<string[]> Log(RunningSilo silo) =>
        [.. (await Lines(silo)).Select(record => $"{record["type"]} {record["key"]} {record["tid"]}").Order(StringComparer.Ordinal)];

    private static async Task<JsonNode[]> Lines(RunningSilo silo) =>
        [.. Split(await silo.Client.GetStringAsync("/audit/log", Cancellation)).Select(line => JsonNode.Parse(line)!)];

    private static string[] Split(string lines) => lines.Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private sealed class NoRoom : ILogRoom
    {
        public void MakeSureOfRoom() => throw new StorageUnavailableException("The audit log has no room.");
    }
}
