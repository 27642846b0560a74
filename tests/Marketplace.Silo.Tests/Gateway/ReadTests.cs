using Xunit;

namespace Marketplace.Silo.Tests.Gateway;

public class ReadTests(SharedSilo shared) : IClassFixture<SharedSilo>
{
    [Fact]
    public async Task Entities_are_ingested_one_by_one_and_read()
    {
        await using var silo = await RunningSilo.Start();
        await silo.Expect(201, HttpMethod.Post, "/customer", Bodies.Customer(1));
        await silo.Expect(201, HttpMethod.Post, "/seller", Bodies.Seller(1));
        await silo.Expect(200, HttpMethod.Post, "/product", Bodies.Product(1, 2));
        await silo.Expect(200, HttpMethod.Post, "/stock", Bodies.Stock(1, 2));
        Assert.Equal("Ada", (string?)(await silo.Expect(200, HttpMethod.Get, "/customer/1"))!["first_name"]);
        Assert.Equal("Porto", (string?)(await silo.Expect(200, HttpMethod.Get, "/seller/1"))!["city"]);
        Assert.Equal(12.709999m, (decimal)(await silo.Expect(200, HttpMethod.Get, "/product/1/2"))!["price"]!);
        Assert.Equal(100, (int)(await silo.Expect(200, HttpMethod.Get, "/stock/1/2"))!["qty_available"]!);
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/order/1"))!.AsArray());
    }

    [Theory]
    [InlineData("/customer/99")]
    [InlineData("/seller/99")]
    [InlineData("/seller/99/alerts")]
    [InlineData("/product/1/99")]
    [InlineData("/stock/99/1")]
    [InlineData("/cart/99")]
    [InlineData("/order/99")]
    [InlineData("/order/1/99")]
    [InlineData("/payment/1/99")]
    [InlineData("/shipment/1/99")]
    [InlineData("/seller/dashboard/99")]
    [InlineData("/audit/nothing")]
    public async Task What_is_not_there_is_404(string path)
    {
        var silo = await shared.Started;
        await silo.Expect(404, HttpMethod.Get, path);
    }

    [Fact]
    public async Task An_order_is_seen_by_all_until_it_is_delivered()
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 2));
        await silo.CheckOut(1, "7");
        Assert.Equal(6, (int)(await silo.Expect(200, HttpMethod.Get, "/order/1"))![0]!["status"]!);
        Assert.Equal("7", (string?)(await silo.Expect(200, HttpMethod.Get, "/payment/1/1"))!["tid"]);
        Assert.Equal(0, (int)(await silo.Expect(200, HttpMethod.Get, "/shipment/1/1"))!["shipment"]!["status"]!);
        Assert.Equal(1, (int)(await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["sellerView"]!["count_orders"]!);

        var delivery = await silo.Expect(202, HttpMethod.Patch, "/shipment/8");
        Assert.Equal(("8", 1, 1), ((string?)delivery!["tid"], (int)delivery["sellers"]!, (int)delivery["packages"]!));
        Assert.Equal(8, (int)(await silo.Expect(200, HttpMethod.Get, "/order/1/1"))!["order"]!["status"]!);
        Assert.Empty((await silo.Expect(200, HttpMethod.Get, "/seller/dashboard/1"))!["orderEntries"]!.AsArray());
        Assert.Equal(0, (int)(await silo.Expect(202, HttpMethod.Patch, "/shipment/9"))!["packages"]!);
    }

    [Fact]
    public async Task An_export_is_taken_in_parts()
    {
        var silo = await shared.Started;
        var whole = await Lines("/audit/customers");
        var parts = new List<string>();
        for (var part = 0; part < 3; part++)
        {
            var lines = await Lines($"/audit/customers?partition={part}&of=3");
            Assert.InRange(lines.Length, 6, 7);
            parts.AddRange(lines);
        }

        Assert.Equal(whole.Order(StringComparer.Ordinal), parts.Order(StringComparer.Ordinal));
        Assert.Equal(20, whole.Length);

        async Task<string[]> Lines(string path) =>
            (await silo.Client.GetStringAsync(path, TestContext.Current.CancellationToken)).Split(
                '\n', StringSplitOptions.RemoveEmptyEntries);
    }

    [Theory]
    [InlineData("partition=1")]
    [InlineData("of=2")]
    [InlineData("partition=2&of=2")]
    [InlineData("partition=-1&of=2")]
    [InlineData("partition=0&of=0")]
    [InlineData("partition=x&of=2")]
    public async Task A_part_that_makes_no_sense_is_refused(string query)
    {
        var silo = await shared.Started;
        await silo.Expect(400, HttpMethod.Get, "/audit/customers?" + query);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ReadTestsOnLocal(SharedSilo shared) : ReadTests(shared);
