using Marketplace.Contracts.Json;
using Marketplace.Silo.Tests.Receipts;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public class ResetTests
{
    [Fact]
    public async Task A_reset_restores_exactly_what_was_ingested()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1), Bodies.Order(3, 1)]));
        var ingested = await silo.Dump();
        await silo.BuyAll();
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "100"));
        await silo.Expect(202, HttpMethod.Put, "/product", Bodies.Product(2, 2, version: "101"));
        await silo.Expect(202, HttpMethod.Delete, "/product/3/3");
        await silo.Expect(200, HttpMethod.Patch, "/stock", Bodies.Replenishment(1, 2));
        await silo.Expect(202, HttpMethod.Patch, "/shipment/102");
        Assert.NotEqual(ingested, await silo.Dump());

        await silo.Expect(200, HttpMethod.Patch, "/reset");
        Assert.Equal(ingested, WithoutNothing(await silo.Dump()));

        // The same tids again, as public drivers use them in every run.
        await silo.Add(1, Bodies.Item(2, 2));
        var again = await silo.CheckOut(1, "1");
        Assert.Equal(("committed", 2), ((string?)again!["outcome"], (int)again["orderId"]!));
    }

    [Fact]
    public async Task A_clean_up_leaves_nothing()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Expect(200, HttpMethod.Post, "/import/orders", Bodies.Lines([Bodies.Order(1, 1)]));
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.CheckOut(1, "1");
        await silo.Expect(200, HttpMethod.Patch, "/cleanup");
        Assert.Equal(string.Concat(Bodies.Exports.Select(name => name + "\n\n")), await silo.Dump());
        await silo.Expect(404, HttpMethod.Get, "/customer/1");
        await silo.Ingest();
        await silo.Add(1, Bodies.Item(1, 2));
        Assert.Equal(1, (int)(await silo.CheckOut(1, "1"))!["orderId"]!);
    }

    [Fact]
    public async Task A_reset_waits_for_requests_in_flight()
    {
        var payment = new HeldPayment();
        await using var silo = await RunningSilo.StartWithData(payment);
        await silo.Add(1, Bodies.Item(1, 2));
        var checkout = silo.CheckOut(1, "1");
        await payment.Arrived;
        var reset = silo.Expect(200, HttpMethod.Patch, "/reset");
        await Wait.Until("the reset holds new requests back", () => Task.FromResult(!silo.Entry.IsOpen));
        Assert.False(reset.IsCompleted);
        payment.Release();
        await reset;
        Assert.Equal("committed", (string?)(await checkout)!["outcome"]);
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/order/1"))!.AsArray());
    }

    // Their client may have given them up long ago: an audit that reads beside them sees halves of what they do.
    [Fact]
    public async Task An_export_waits_for_requests_in_flight()
    {
        var payment = new HeldPayment();
        await using var silo = await RunningSilo.StartWithData(payment);
        await silo.Add(1, Bodies.Item(1, 2));
        var checkout = silo.CheckOut(1, "1");
        await payment.Arrived;
        var export = silo.Export("carts", EntityJson.Default.CartExport);
        await Wait.Until("the export holds new requests back", () => Task.FromResult(!silo.Entry.IsOpen));
        Assert.False(export.IsCompleted);
        payment.Release();
        Assert.False(Assert.Single(await export).CheckoutInFlight);
        await checkout;
        Assert.True(silo.Entry.IsOpen);
    }

    [Fact]
    public async Task A_reset_that_waits_too_long_is_503_and_does_nothing()
    {
        var payment = new HeldPayment();
        await using var silo = await RunningSilo.StartWithData(payment, "Gateway:DrainTimeout=00:00:02");
        await silo.Add(1, Bodies.Item(1, 2));
        var checkout = silo.CheckOut(1, "1");
        await payment.Arrived;
        using (var answer = await silo.Send(HttpMethod.Patch, "/reset", null))
        {
            Assert.Equal(503, (int)answer.StatusCode);
            Assert.Equal(TimeSpan.FromSeconds(1), answer.Headers.RetryAfter!.Delta);
        }

        using (var answer = await silo.Send(HttpMethod.Get, "/audit/carts", null))
            Assert.Equal(503, (int)answer.StatusCode);

        payment.Release();
        await checkout;
        Assert.Single((await silo.Expect(200, HttpMethod.Get, "/order/1"))!.AsArray());
        await silo.Expect(200, HttpMethod.Patch, "/reset");
    }

    // A cart or an order counter that holds nothing is listed or not.
    internal static string WithoutNothing(string dump) => string.Join('\n', dump.Split('\n').Where(line =>
        !line.Contains("\"session\":0,\"status\"", StringComparison.Ordinal)
        && !line.Contains("\"order_count\":0}", StringComparison.Ordinal)));
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ResetTestsOnLocal : ResetTests;
