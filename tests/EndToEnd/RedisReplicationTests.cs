using System.Net;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Causal replication over a real pair of Redis servers, seen by clients of HTTP and by the driver.</summary>
public sealed class RedisReplicationTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private readonly RunFolder _run = new();

    public static TheoryData<string, string, string> Systems => new()
    {
        { "none", "causal-across-objects", "redis" },
        { "deterministic", "causal-across-objects", "redis" },
        { "locking", "causal-across-objects", "streams" },
        { "saga", "causal-across-objects", "redis" },
        { "none", "causal-per-object", "streams" },
    };

    public void Dispose() => _run.Dispose();

    [Fact(Timeout = 300_000)]
    public async Task While_Redis_is_away_updates_answer_504_and_checkouts_503_and_nothing_is_lost()
    {
        await using var primary = await RedisServer.Start();
        await using var secondary = await RedisServer.Start(primary);
        await using var started = await InProcessSilo.Start(
            static _ => { },
            [
                "--Marketplace:Protocol=deterministic", "--Marketplace:Replication=causal-across-objects",
                "--Marketplace:Replication:Transport=redis", $"--Marketplace:RedisPrimary={primary.Address}",
                $"--Marketplace:RedisSecondary={secondary.Address}", "--Marketplace:Redis:Timeout=00:00:02",
                "--Logging:LogLevel:Default=Error",
            ],
            TestContext.Current.CancellationToken);
        var silo = started.Client;
        await Ingest(silo);
        await Update(silo, HttpStatusCode.Accepted, 1, 13m);
        await Add(silo, 1);

        await secondary.Signal("STOP");
        var late = await Update(silo, HttpStatusCode.GatewayTimeout, 2, 14m);
        Assert.Equal("not-replicated", (string)late!["type"]!);
        var refused = await CheckOut(silo, HttpStatusCode.ServiceUnavailable, 1, "t1");
        Assert.Equal("replicas-unavailable", (string)refused!["type"]!);
        Assert.Equal(0, (int)(await silo.Expect(HttpStatusCode.OK, HttpMethod.Get, "/stock/1/1"))!["qty_reserved"]!);

        await secondary.Signal("CONT");
        Assert.Equal(13m + 14m + 3m, await Bought(silo, 1, "t1"));

        // It comes back without its data, on the same port.
        await primary.Kill();
        await using var next = await RedisServer.Start(port: primary.Port);
        await Add(silo, 2);
        Assert.Equal(13m + 14m + 3m, await Bought(silo, 2, "t2"));
        await Eventually(() => Update(silo, HttpStatusCode.Accepted, 1, 15m));
        await Add(silo, 3);
        Assert.Equal(15m + 14m + 3m, await Bought(silo, 3, "t3"));
    }

    [Theory(Timeout = 600_000)]
    [MemberData(nameof(Systems))]
    public async Task A_run_at_a_level_is_audited_at_that_level(string protocol, string level, string transport)
    {
        var (exitCode, output) = await InProcessDriver.Run(_run, "quickstart.json", [
            .. InProcessDriver.Operations(1000), "servers=launch",
            "workload.mix.checkout=30", "workload.mix.priceUpdate=30", "workload.mix.productDelete=10", "workload.mix.updateDelivery=20",
            "workload.mix.dashboard=10", $"target.launch.Protocol={protocol}", $"target.launch.Replication={level}",
            $"target.launch.Replication:Transport={transport}", "target.launch.Recording=full"]);

        // What the settings claim is in the exit code; who reads beside transactions, or in none, is not isolated, and weaker levels promise less.
        Assert.True(exitCode == 0, output);
        string[] unclaimed = level == "causal-across-objects" ? [] : ["repl.across", "repl.ryw"];
        _run.AssertNoViolation(["iso.graph", "stock.isolated", .. unclaimed]);
        var examined = level == "causal-across-objects" ? "repl.across" : "repl.object";
        Assert.True(_run.Check(examined).GetProperty("examined").GetInt64() > 0, output);
    }

    private static async Task Ingest(SiloClient silo)
    {
        await Import("customers", [.. Enumerable.Range(1, 3).Select(id => $$"""{"id":{{id}},"first_name":"Ada","last_name":"Lovelace"}""")]);
        await Import("sellers", ["""{"id":1,"name":"Seller"}"""]);
        await Import("products", [.. Products(
            id => $$"""{"seller_id":1,"product_id":{{id}},"name":"Chair","price":12.50,"freight_value":1.50,"version":"0"}""")]);
        await Import("stock", [.. Products(id => $$"""{"seller_id":1,"product_id":{{id}},"qty_available":1000,"version":"0"}""")]);

        Task Import(string what, string[] lines) => silo.Expect(
            HttpStatusCode.OK, HttpMethod.Post, $"/import/{what}", string.Join('\n', lines), "application/x-ndjson");

        static IEnumerable<string> Products(Func<int, string> line) => Enumerable.Range(1, 2).Select(line);
    }

    private static Task<JsonNode?> Update(SiloClient silo, HttpStatusCode status, int product, decimal price) => silo.Expect(
        status, HttpMethod.Patch, "/product", $$"""{"sellerId":1,"productId":{{product}},"price":{{price}},"instanceId":"u","version":"0"}""");

    // Shown at a price that the product no longer has.
    private static async Task Add(SiloClient silo, int customer)
    {
        for (var product = 1; product <= 2; product++)
        {
            await silo.Expect(
                HttpStatusCode.OK, HttpMethod.Patch, $"/cart/{customer}/add",
                $$"""
                {"SellerId":1,"ProductId":{{product}},"ProductName":"Chair","UnitPrice":20,"FreightValue":1.50,"Quantity":1,"Voucher":0,"Version":"0"}
                """);
        }
    }

    private static Task<JsonNode?> CheckOut(SiloClient silo, HttpStatusCode status, int customer, string tid) => silo.Expect(
        status, HttpMethod.Post, $"/cart/{customer}/checkout",
        $$"""{"CustomerId":{{customer}},"FirstName":"Ada","LastName":"Lovelace","PaymentType":"BOLETO","instanceId":"{{tid}}"}""");

    // A 503 says that nothing was done: it may be sent again.
    private static async Task<decimal> Bought(SiloClient silo, int customer, string tid)
    {
        JsonNode? answer = null;
        await Eventually(async () => answer = await CheckOut(silo, HttpStatusCode.OK, customer, tid));
        return (decimal)answer!["totalInvoice"]!;
    }

    private static async Task Eventually(Func<Task> operation)
    {
        for (var since = TimeProvider.System.GetTimestamp(); ;)
        {
            try
            {
                await operation();
                return;
            }
            catch (Xunit.Sdk.XunitException) when (TimeProvider.System.GetElapsedTime(since) < Patience)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), TimeProvider.System, TestContext.Current.CancellationToken);
            }
        }
    }
}
