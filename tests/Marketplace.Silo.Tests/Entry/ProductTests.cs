using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Xunit;

namespace Marketplace.Silo.Tests.Entry;

public class ProductTests
{
    [Fact]
    public async Task A_price_update_means_a_version()
    {
        await using var world = await EntryWorld.Create();
        Assert.Equal(new UpdateAnswer("u1", "0", 1), (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12.709999m, "u1", "0"))).Value);
        Assert.Equal("version-not-current", (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 9m, "u2", "x"))).Refusal?.Type);
        Assert.Equal("unknown-product", (await world.Entry.UpdatePrice(new PriceUpdate(1, 99, 9m, "u2", "0"))).Refusal?.Type);
        Assert.Equal(12.709999m, (await world.Entry.GetProduct(1, 1)).Value!.Price);
    }

    [Fact]
    public async Task Public_drivers_may_be_behind_with_the_version()
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions { LegacySessions = true });
        Assert.False((await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 9m, "u2", "x"))).IsRefused);
    }

    [Fact]
    public async Task A_replacement_reaches_stock_and_a_repeat_changes_nothing()
    {
        await using var world = await EntryWorld.Create();
        var first = await world.Entry.ReplaceProduct(Records.Product(1, 1, 20m, "d1"));
        Assert.Equal(new UpdateAnswer("d1", "d1", 1), first.Value);
        Assert.Equal(first, await world.Entry.ReplaceProduct(Records.Product(1, 1, 20m, "d1")));
        Assert.Equal(("d1", 1000), ((await world.Entry.GetStock(1, 1)).Value!.Version, (await world.Entry.GetStock(1, 1)).Value!.QtyAvailable));
        Assert.Equal(CheckoutOutcome.Rejected, (await world.Buy(1, "t1", Records.Line(1, 1))).Value!.Outcome);
        Assert.Equal(CheckoutOutcome.Committed, (await world.Buy(2, "t2", Records.Line(1, 1, version: "d1"))).Value!.Outcome);
    }

    [Fact]
    public async Task A_delete_without_replacement_ends_the_product()
    {
        await using var world = await EntryWorld.Create();
        Assert.Equal(1, (await world.Entry.DeleteProduct(1, 1, "d1")).Value!.Sequence);
        Assert.False((await world.Entry.GetProduct(1, 1)).Value!.Active);
        Assert.False((await world.Entry.GetStock(1, 1)).Value!.Active);
        Assert.Equal("product-deleted", (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 9m, "u", null))).Refusal?.Type);
        Assert.Equal("product-deleted", (await world.Entry.DeleteProduct(1, 1, "d2")).Refusal?.Type);
    }

    [Fact]
    public async Task Concurrent_updates_of_a_product_form_one_chain()
    {
        await using var world = await EntryWorld.Create();
        var answers = await Task.WhenAll(Enumerable.Range(1, 200).Select(async i =>
        {
            await Task.Yield();
            return (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, i, $"u{i}", null))).Value!;
        }));
        Assert.Equal(Enumerable.Range(1, 200), answers.Select(answer => answer.Sequence).Order());
        var product = (await world.Export("products", EntityJson.Default.ProductExport)).Single(p => p.Product is { SellerId: 1, ProductId: 1 });
        Assert.Equal(answers.Single(answer => answer.Sequence == 200).Tid, product.LastTid);
    }
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class ProductTestsOnLocal : ProductTests;
