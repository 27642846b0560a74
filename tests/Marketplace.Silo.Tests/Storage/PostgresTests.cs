using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.Storage.Postgres;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace Marketplace.Silo.Tests.Storage;

/// <summary>Silos whose state is in PostgreSQL.</summary>
public sealed class PostgresTests(PostgresFixture postgres)
{
    public static TheoryData<string> Layouts => [.. PostgresStorageRegistration.Layouts];
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task What_was_acknowledged_is_there_for_the_next_silo(string layout)
    {
        var database = await postgres.CreateDatabase();
        string before;
        JsonNode? answer;
        await using (var silo = await StartWithData(database, $"Storage:Layout={layout}"))
        {
            answer = await silo.DoSomeOfAll();
            before = await silo.Dump();
        }

        await using var next = await Start(database, $"Storage:Layout={layout}");
        Assert.Equal(before, await next.Dump());
        Assert.Equal(2, ((JsonArray)(await next.Expect(200, HttpMethod.Get, "/order/1"))!).Count);
        await next.Expect(200, HttpMethod.Get, "/payment/2/1");
        Assert.Equal(3, (int)(await next.CheckOut(1, "1x"))!["orderId"]!);

        // A repeat of what the last silo answered.
        Assert.Equal(answer!.ToJsonString(), (await next.CheckOut(2, "2"))!.ToJsonString());
        await next.Expect(202, HttpMethod.Patch, "/shipment/103");
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task A_reset_restores_exactly_what_was_ingested_after_a_restart_too(string layout)
    {
        var database = await postgres.CreateDatabase();
        string ingested;
        await using (var silo = await StartWithData(database, $"Storage:Layout={layout}"))
        {
            await silo.Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1), Bodies.Order(3, 1)]));
            ingested = await silo.Dump();
            await silo.BuyAll();
            await silo.Expect(202, HttpMethod.Put, "/product", Bodies.Product(2, 2, version: "101"));
            await silo.Expect(202, HttpMethod.Patch, "/shipment/102");
        }

        await using var next = await Start(database, $"Storage:Layout={layout}");
        Assert.NotEqual(ingested, await next.Dump());
        await next.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Equal(ingested, await next.Dump());
        await next.CleanUp();
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task Of_two_silos_with_one_database_the_one_that_is_behind_does_not_overwrite_and_catches_up(string layout)
    {
        var database = await postgres.CreateDatabase();
        await using var one = await RunningSilo.Start(AsOne, "Storage=postgres", $"Postgres={database}", $"Storage:Layout={layout}");
        await one.Ingest();
        await using var two = await RunningSilo.Start(AsOne, "Storage=postgres", $"Postgres={database}", $"Storage:Layout={layout}");
        await one.Add(1, Bodies.Item(1, 1));
        await two.Add(1, Bodies.Item(2, 2));
        Assert.Equal("storage-conflict", (string?)(await one.Add(1, Bodies.Item(3, 3), status: 503))!["type"]);
        await one.Add(1, Bodies.Item(3, 3));
        var cart = await one.Expect(200, HttpMethod.Get, "/cart/1");
        Assert.Equal([1, 2, 3], ((JsonArray)cart!["items"]!).Select(item => (int)item!["sellerId"]!));
    }

    // A cart that was never used has nothing to be stored, so nothing that is stored refuses its seal.
    [Theory]
    [InlineData("none")]
    [InlineData("locking")]
    [InlineData("deterministic")]
    public async Task A_silo_that_was_replaced_acknowledges_nothing_not_even_what_needs_no_storing(string protocol)
    {
        var database = await postgres.CreateDatabase();
        await using var silo = await RunningSilo.Start(
            "Storage=postgres", $"Postgres={database}", $"Protocol={protocol}", "Protocol:Retries=0");
        await silo.Ingest();
        await silo.Expect(200, HttpMethod.Patch, "/cart/1/seal");

        // What the next silo does before it begins; this one is not told.
        await using (var source = NpgsqlDataSource.Create(database))
        await using (var deletion = source.CreateCommand("DELETE FROM marketplace_cart.writer"))
            await deletion.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);

        using var answer = await silo.Send(HttpMethod.Patch, "/cart/2/seal", null);
        Assert.Contains((int)answer.StatusCode, new[] { 503, 504 });
    }

    [Fact]
    public async Task A_request_that_comes_while_an_activation_that_is_behind_ends_is_taken_by_the_next_one()
    {
        var database = await postgres.CreateDatabase();
        var ends = new HeldEnds();
        await using var one = await RunningSilo.Start(
            services =>
            {
                AsOne(services);
                ends.AddTo(services);
            },
            "Storage=postgres",
            $"Postgres={database}");
        await one.Ingest();
        await using var two = await RunningSilo.Start(AsOne, "Storage=postgres", $"Postgres={database}");
        await one.Add(1, Bodies.Item(1, 1));
        await two.Add(1, Bodies.Item(2, 2));
        await one.Add(1, Bodies.Item(3, 3), status: 503);
        await ends.Held;
        var sent = ends.NextSent();
        var add = one.Add(1, Bodies.Item(3, 3));
        await sent;
        ends.Release();
        await add;
        var cart = await one.Expect(200, HttpMethod.Get, "/cart/1");
        Assert.Equal([1, 2, 3], ((JsonArray)cart!["items"]!).Select(item => (int)item!["sellerId"]!));
    }

    [Theory]
    [InlineData("document", 0)]
    [InlineData("relations-indexed", 12 - 8)]
    public async Task Silos_that_start_together_make_the_tables_once(string layout, int more)
    {
        var database = await postgres.CreateDatabase();

        // Three wait for the one that makes the tables, however long that takes on a busy machine.
        var silos = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => RunningSilo.Start(
            AsOne, "Storage=postgres", $"Postgres={database}", $"Storage:Layout={layout}", "Postgres:Timeout=00:05:00")));
        await Task.WhenAll(silos.Select(silo => silo.DisposeAsync().AsTask()));
        await using var source = NpgsqlDataSource.Create(database);
        await using var tables = source.CreateCommand("SELECT count(*) FROM pg_tables WHERE schemaname LIKE 'marketplace%'");
        Assert.Equal(8L * 6 + 28 + 3 + more, await tables.ExecuteScalarAsync(Cancellation));
    }

    [Fact]
    public async Task States_in_another_layout_stop_the_silo_with_one_sentence()
    {
        var database = await postgres.CreateDatabase();
        await using (await Start(database))
        {
        }

        Assert.Contains(
            "The schema marketplace_cart has states in the layout 'document', and the setting Storage:Layout is 'relations': ",
            await FailedStart.Of(
                "--urls", "http://127.0.0.1:0", "--Marketplace:Storage=postgres", $"--Marketplace:Postgres={database}",
                "--Marketplace:Storage:Layout=relations"),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_database_that_cannot_be_used_stops_the_silo_with_one_sentence_that_does_not_show_the_password()
    {
        var port = LoopbackPort.Free();
        var connection = $"Host=127.0.0.1;Port={port};Database=shop;Username=u;Password=open-sesame";
        var error = await FailedStart.Of(
            "--urls", "http://127.0.0.1:0", "--Marketplace:Storage=postgres", $"--Marketplace:Postgres={connection}",
            "--Marketplace:Postgres:Timeout=00:00:00.300");
        Assert.StartsWith(
            $"The silo does not start: PostgreSQL at 127.0.0.1:{port}, database shop can't be used: ", error, StringComparison.Ordinal);
        Assert.DoesNotContain("sesame", error, StringComparison.Ordinal);
    }

    // As members of a cluster that has come apart: each takes itself for the one that has all the grains.
    private static void AsOne(IServiceCollection services)
    {
        var options = (PostgresOptions)services.Last(static service => service.ServiceType == typeof(PostgresOptions)).ImplementationInstance!;
        services.AddSingleton(options with { Owner = "test", IsJournaled = false });
    }

    private static Task<RunningSilo> Start(string database, params string[] settings) =>
        RunningSilo.Start(["Storage=postgres", $"Postgres={database}", .. settings]);

    private static Task<RunningSilo> StartWithData(string database, params string[] settings) =>
        RunningSilo.StartWithData(["Storage=postgres", $"Postgres={database}", .. settings]);
}
