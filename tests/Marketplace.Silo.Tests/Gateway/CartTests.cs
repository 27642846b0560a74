using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public class CartTests
{
    [Theory]
    [InlineData("PATCH")]
    [InlineData("PUT")]
    [InlineData("POST")]
    public async Task An_item_is_added_by_any_of_three_methods(string method)
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Expect(200, HttpMethod.Parse(method), "/cart/1/add", Bodies.Item(1, 2));
        await silo.Expect(200, HttpMethod.Parse(method), "/cart/1/add", Bodies.Item(1, 2));
        var cart = await silo.Expect(200, HttpMethod.Get, "/cart/1");
        Assert.Equal(4, (int)cart!["items"]!.AsArray().Single()!["quantity"]!);
    }

    [Fact]
    public async Task Another_version_of_the_same_product_is_a_conflict()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2));
        var problem = await silo.Add(1, Bodies.Item(1, 2, version: "7"), status: 409);
        Assert.Equal("other-version-in-cart", (string?)problem!["type"]);
    }

    [Fact]
    public async Task An_item_is_replaced_and_removed()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Expect(200, HttpMethod.Patch, "/cart/1/items/1/2", Bodies.Item(1, 2, quantity: 9));
        Assert.Equal(9, (int)(await silo.Expect(200, HttpMethod.Get, "/cart/1"))!["items"]![0]!["quantity"]!);
        await silo.Expect(400, HttpMethod.Patch, "/cart/1/items/1/3", Bodies.Item(1, 2));
        await silo.Expect(404, HttpMethod.Patch, "/cart/1/items/1/3", Bodies.Item(1, 3));
        await silo.Expect(200, HttpMethod.Delete, "/cart/1/items/1/2");
        await silo.Expect(404, HttpMethod.Delete, "/cart/1/items/1/2");
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/cart/1"))!["items"]!.AsArray());
    }

    [Fact]
    public async Task A_checkout_answers_when_all_is_done_and_a_repeat_gets_the_same_answer()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Add(1, Bodies.Item(2, 1));
        var answer = await silo.CheckOut(1, "1-7");
        Assert.Equal(("1-7", "committed", 1), ((string?)answer!["tid"], (string?)answer["outcome"], (int)answer["orderId"]!));
        Assert.Equal(4 * 12.709999m + 2 * 1.50m, (decimal)answer["totalInvoice"]!);
        Assert.Equal(answer.ToJsonString(), (await silo.CheckOut(1, "1-7"))!.ToJsonString());
        var problem = await silo.CheckOut(1, "1-8", status: 409);
        Assert.Equal("session-already-checked-out", (string?)problem!["type"]);
        var history = await silo.Expect(200, HttpMethod.Get, "/cart/1/history/1-7");
        Assert.Equal(2, history!.AsArray().Count);
        Assert.Equal(12.709999m, (decimal)history[0]!["unitPrice"]!);
    }

    [Fact]
    public async Task A_checkout_that_may_not_run_is_refused()
    {
        await using var silo = await RunningSilo.StartWithData();
        Assert.Equal("empty-cart", (string?)(await silo.CheckOut(1, "1", status: 409))!["type"]);
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Expect(400, HttpMethod.Post, "/cart/1/checkout", Bodies.Checkout(2, "1"));
        await silo.Add(777, Bodies.Item(1, 2));
        Assert.Equal("unknown-customer", (string?)(await silo.CheckOut(777, "1", status: 404))!["type"]);
    }

    [Fact]
    public async Task A_checkout_without_stock_is_rejected()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2, quantity: 101));
        var problem = await silo.CheckOut(1, "1", status: 422);
        Assert.Equal(("out-of-stock", "rejected", "1"), ((string?)problem!["type"], (string?)problem["outcome"], (string?)problem["tid"]));
    }

    [Fact]
    public async Task A_declined_payment_is_a_rejection()
    {
        await using var silo = await RunningSilo.StartWithData("PaymentProvider:DeclineRate=1");
        await silo.Add(1, Bodies.Item(1, 2));
        var problem = await silo.CheckOut(1, "1", status: 422);
        Assert.Equal(("payment-declined", "payment-failed"), ((string?)problem!["type"], (string?)problem["outcome"]));
        Assert.Equal(9, (int)(await silo.Expect(200, HttpMethod.Get, "/order/1/1"))!["order"]!["status"]!);
    }

    [Fact]
    public async Task For_public_drivers_a_rejection_is_200_with_the_outcome_in_the_body()
    {
        await using var silo = await RunningSilo.StartWithData("Gateway:LegacyStatus=true", "PaymentProvider:DeclineRate=1");
        await silo.Add(1, Bodies.Item(1, 2));
        Assert.Equal("payment-failed", (string?)(await silo.CheckOut(1, "1"))!["outcome"]);

        // They forget the items of a failed checkout without sealing.
        await silo.Add(1, Bodies.Item(1, 3, quantity: 101));
        Assert.Single((await silo.Expect(200, HttpMethod.Get, "/cart/1"))!["items"]!.AsArray());
        Assert.Equal("rejected", (string?)(await silo.CheckOut(1, "2"))!["outcome"]);
    }

    [Fact]
    public async Task For_public_drivers_the_checkout_of_an_empty_cart_is_200_with_the_outcome_in_the_body()
    {
        await using var silo = await RunningSilo.StartWithData("Gateway:LegacyStatus=true");
        var answer = await silo.CheckOut(1, "1");
        Assert.Equal(("1", "rejected", 0), ((string?)answer!["tid"], (string?)answer["outcome"], (int)answer["orderId"]!));
        Assert.Equal(0m, (decimal)answer["totalInvoice"]!);

        // A customer who does not exist is none of that.
        Assert.Equal("unknown-customer", (string?)(await silo.CheckOut(1_000, "1", status: 404))!["type"]);
    }

    [Fact]
    public async Task For_public_drivers_a_price_beyond_the_limit_is_the_limit_and_its_carts_go_on()
    {
        const decimal limit = 1_000_000_000_000_000_000m;
        await using var silo = await RunningSilo.StartWithData("Gateway:LegacyStatus=true");
        var update = Bodies.PriceUpdate(1, 2, "100");
        update["price"] = 1.05e18;
        await silo.Expect(202, HttpMethod.Patch, "/product", update);
        Assert.Equal(limit, (decimal)(await silo.Expect(200, HttpMethod.Get, "/product/1/2"))!["price"]!);
        var item = Bodies.Item(1, 2, quantity: 10);
        item["UnitPrice"] = 3.4e38;
        await silo.Add(1, item);
        var answer = await silo.CheckOut(1, "1");
        Assert.Equal("committed", (string?)answer!["outcome"]);
        Assert.Equal(10 * limit, Math.Floor((decimal)answer["totalInvoice"]! / limit) * limit);
        Assert.Equal((decimal)answer["totalInvoice"]!, (decimal)(await silo.Expect(200, HttpMethod.Get, "/customer/1"))!["total_spent"]!);
    }

    [Fact]
    public async Task Amounts_that_do_not_fit_are_refused_with_the_reason()
    {
        await using var silo = await RunningSilo.StartWithData();
        var update = Bodies.PriceUpdate(1, 2, "100");
        update["price"] = 1.05e18;
        await silo.Expect(400, HttpMethod.Patch, "/product", update);
        var item = Bodies.Item(1, 2);
        item["UnitPrice"] = 1e18;
        item["Voucher"] = 0.30000000000000004;
        Assert.Equal("amounts-too-large", (string?)(await silo.Add(1, item, status: 400))!["type"]);
        item["Voucher"] = 0;
        await silo.Add(1, item);
    }

    [Theory]
    [InlineData("PATCH")]
    [InlineData("PUT")]
    [InlineData("POST")]
    public async Task A_session_is_given_up_without_a_body(string method)
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.Expect(200, HttpMethod.Parse(method), "/cart/1/seal");
        Assert.Equal("empty-cart", (string?)(await silo.CheckOut(1, "1", status: 409))!["type"]);
    }

    [Fact]
    public async Task History_of_an_unknown_tid_is_empty()
    {
        await using var silo = await RunningSilo.StartWithData();
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/cart/1/history/nothing"))!.AsArray());
    }

    [Fact]
    public async Task A_cart_is_limited()
    {
        await using var silo = await RunningSilo.StartWithData("Cart:MaxItems=2");
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.Add(1, Bodies.Item(1, 2));
        Assert.Equal("cart-full", (string?)(await silo.Add(1, Bodies.Item(1, 3), status: 409))!["type"]);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class CartTestsOnLocal : CartTests;
