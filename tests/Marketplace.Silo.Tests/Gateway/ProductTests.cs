using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public class ProductTests
{
    [Fact]
    public async Task A_price_is_updated_for_the_current_version()
    {
        await using var silo = await RunningSilo.StartWithData();
        var answer = await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "7"));
        Assert.Equal(("7", "0", 1), ((string?)answer!["tid"], (string?)answer["version"], (int)answer["sequence"]!));
        Assert.Equal(15.25m, (decimal)(await silo.Expect(200, HttpMethod.Get, "/product/1/2"))!["price"]!);
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "8", version: null));
        Assert.Equal("version-not-current", (string?)(await silo.Expect(
            409, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "9", version: "6")))!["type"]);
        await silo.Expect(404, HttpMethod.Patch, "/product", Bodies.PriceUpdate(9, 9, "10"));
        var negative = Bodies.PriceUpdate(1, 2, "11");
        negative["price"] = -1;
        await silo.Expect(400, HttpMethod.Patch, "/product", negative);
    }

    [Fact]
    public async Task For_public_drivers_the_version_of_a_price_update_does_not_count()
    {
        await using var silo = await RunningSilo.StartWithData("Gateway:LegacyStatus=true");
        await silo.Expect(202, HttpMethod.Patch, "/product", Bodies.PriceUpdate(1, 2, "9", version: "6"));
    }

    [Fact]
    public async Task A_product_is_replaced_by_a_new_version()
    {
        await using var silo = await RunningSilo.StartWithData();
        var answer = await silo.Expect(202, HttpMethod.Put, "/product", Bodies.Product(1, 2, version: "17"));
        Assert.Equal(("17", "17"), ((string?)answer!["tid"], (string?)answer["version"]));
        Assert.Equal("17", (string?)(await silo.Expect(200, HttpMethod.Get, "/stock/1/2"))!["version"]);
        await silo.Expect(404, HttpMethod.Put, "/product", Bodies.Product(9, 9, version: "18"));
        var nameless = Bodies.Product(1, 2);
        nameless.AsObject().Remove("version");
        await silo.Expect(400, HttpMethod.Put, "/product", nameless);
        await silo.Add(1, Bodies.Item(1, 2));
        Assert.Equal("out-of-stock", (string?)(await silo.CheckOut(1, "1", status: 422))!["type"]);
    }

    [Fact]
    public async Task A_product_is_deleted_without_a_replacement()
    {
        await using var silo = await RunningSilo.StartWithData();
        using var request = new HttpRequestMessage(HttpMethod.Delete, "/product/1/2") { Headers = { { "X-Transaction-Id", "77" } } };
        using var answer = await silo.Client.SendAsync(request, TestContext.Current.CancellationToken);
        Assert.Equal(202, (int)answer.StatusCode);
        Assert.Contains("\"77\"", await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.False((bool)(await silo.Expect(200, HttpMethod.Get, "/stock/1/2"))!["active"]!);
        await silo.Expect(404, HttpMethod.Delete, "/product/9/9");
    }

    [Fact]
    public async Task Stock_is_replenished()
    {
        await using var silo = await RunningSilo.StartWithData();
        var item = await silo.Expect(200, HttpMethod.Patch, "/stock", Bodies.Replenishment(1, 2));
        Assert.Equal(107, (int)item!["qty_available"]!);
        await silo.Expect(404, HttpMethod.Patch, "/stock", Bodies.Replenishment(9, 9));
        var none = Bodies.Replenishment(1, 2);
        none["qty"] = 0;
        await silo.Expect(400, HttpMethod.Patch, "/stock", none);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ProductTestsOnLocal : ProductTests;
