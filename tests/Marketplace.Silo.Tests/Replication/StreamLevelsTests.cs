using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Replication;
using Marketplace.Protocols;
using Marketplace.Protocols.Recording;
using Marketplace.Silo.Tests.Entry;
using Marketplace.TestSupport;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>What each level of the replication over streams forbids happens at the level below it, when deliveries go wrong.</summary>
public class StreamLevelsTests
{
    private readonly HeldDeliveries _deliveries = new();

    public static TheoryData<string> Protocols => Replication.Protocols.All;
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task Of_updates_that_overtake_each_other_the_older_one_counts_where_order_does_not(string protocol)
    {
        Assert.Equal([2, 1, 3], await Overtaken(protocol, "eventual"));
        Assert.Equal([2, 3], await Overtaken(protocol, "object"));

        // The log has the last one by then, and a checkout may have read that.
        Assert.Equal([3], await Overtaken(protocol, "across"));
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_cart_begins_with_what_the_product_is_where_an_object_is_causal(string protocol)
    {
        Assert.Equal(10m, await PriceAfterEarlierUpdate(protocol, "eventual"));
        Assert.Equal(12m, await PriceAfterEarlierUpdate(protocol, "object"));
        Assert.Equal(12m, await PriceAfterEarlierUpdate(protocol, "across"));
    }

    [Fact(Timeout = 60_000)]
    public async Task A_cart_does_not_begin_with_what_a_saga_takes_back()
    {
        var delete = new HeldDelete();
        await using var world = await EntryWorld.Create(new EntryWorldOptions
        {
            Protocol = "saga",
            Filter = delete,
            Replication = static services => services.AddCausalStreams(),
        });
        var replacing = world.Entry.ReplaceProduct(Records.Product(1, 1, version: "d1"));
        await delete.Held;
        await world.Entry.AddItem(1, Records.Line(1, 1));
        delete.Fail();
        await Assert.ThrowsAsync<TransactionAbortedException>(() => replacing);
        Assert.Equal(CheckoutOutcome.Committed, (await world.Entry.Checkout(Records.Checkout(1, "t1"))).Value!.Outcome);
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task An_acknowledged_update_whose_delivery_is_lost_is_read_across_objects_only(string protocol)
    {
        Assert.Equal([10m, 10m], await PricesAfter(protocol, "object", []));
        Assert.Equal([12m, 14m], await PricesAfter(protocol, "across", []));
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_later_update_of_the_seller_is_read_without_an_earlier_one_below_across_objects_only(string protocol)
    {
        Assert.Equal([10m, 14m], await PricesAfter(protocol, "object", ["u2"]));
        Assert.Equal([12m, 14m], await PricesAfter(protocol, "across", ["u2"]));
    }

    // Streams deliver some time later: what is asked at once might be too early.
    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task Who_asks_whether_updates_have_arrived_hears_when_they_have(string protocol)
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions
        {
            Protocol = protocol,
            Replication = static services => services.AddEventualStreams(),
        });
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.AddItem(1, Records.Line(1, 2));
        await world.Entry.AddItem(2, Records.Line(1, 1));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        Assert.Equal([new ReplicaDeliveriesExport(3, 0)], await world.Export("replica-deliveries", EntityJson.Default.ReplicaDeliveriesExport));
        var carts = await world.Export("carts", EntityJson.Default.CartExport);
        Assert.All(carts, static cart => Assert.Equal(12m, Assert.Single(cart.Replicas).Price));
        Assert.Equal(2, carts.Count);
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_deleted_product_is_gone_at_the_next_checkout_across_objects(string protocol)
    {
        await using var world = await World(protocol, "across");
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.AddItem(1, Records.Line(1, 2));
        Assert.Equal(1, (await world.Entry.ReplaceProduct(Records.Product(1, 1, version: "d1"))).Value!.SellerSequence);
        Assert.Equal(2, (await world.Entry.DeleteProduct(1, 2, "d2")).Value!.SellerSequence);
        Assert.Equal(CheckoutOutcome.Rejected, (await world.Entry.Checkout(Records.Checkout(1, "t1"))).Value!.Outcome);
        var read = Assert.Single(await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport));
        Assert.Equal([("d1", 1L), (null, 2L)], read.Products.Select(product => (product.Version, product.SellerSequence)));
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_repeated_replacement_is_acknowledged_again_and_has_no_place_of_its_own(string protocol)
    {
        await using var world = await World(protocol, "across");
        await world.Entry.ReplaceProduct(Records.Product(1, 1, version: "d1"));
        Assert.Equal(0, (await world.Entry.ReplaceProduct(Records.Product(1, 1, version: "d1"))).Value!.SellerSequence);
        Assert.Equal(2, (await world.Entry.UpdatePrice(new PriceUpdate(1, 2, 12m, "u", "0"))).Value!.SellerSequence);
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_product_that_is_ingested_again_goes_on_in_the_order_of_its_updates(string protocol)
    {
        foreach (var level in new[] { "object", "across" })
        {
            await using var world = await World(protocol, level);
            await world.Entry.AddItem(1, Records.Line(1, 1));
            await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
            await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
            await _deliveries.Deliver("u1", "u2");
            await world.UntilCartShows(1, 13m);
            await world.Entry.AddProduct(Records.Product(1, 1, 11m));
            Assert.Equal(4, (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 15m, "u3", "0"))).Value!.Sequence);
            await _deliveries.Deliver("u3");
            await world.UntilCartShows(1, 15m);
            await world.Entry.Checkout(Records.Checkout(1, "t1"));
            Assert.Equal(15m, Assert.Single((await world.Entry.GetOrder(1, 1)).Value!.Items).UnitPrice);
        }
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_product_that_is_ingested_again_after_an_update_is_read_as_it_is_then(string protocol)
    {
        await using var world = await World(protocol, "across");
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.AddProduct(Records.Product(1, 1, 11m));
        await world.Buy(1, "t1", Records.Line(1, 1));
        Assert.Equal(11m, Assert.Single((await world.Entry.GetOrder(1, 1)).Value!.Items).UnitPrice);
        await world.Entry.Reset(Cancellation);
        Assert.Equal(1, (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"))).Value!.Sequence);
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task After_a_reset_the_updates_of_a_seller_are_counted_anew(string protocol)
    {
        await using var world = await World(protocol, "across");
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await world.Entry.Reset(Cancellation);
        Assert.Equal(CheckoutOutcome.Committed, (await world.Buy(1, "t1", Records.Line(1, 1))).Value!.Outcome);
        var read = Assert.Single(await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport));
        Assert.Equal((0, 0), (read.Products.Length, Assert.Single(read.Sellers).Sequence));
        Assert.Equal(1, (await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"))).Value!.SellerSequence);
        await world.Entry.Cleanup(Cancellation);
        Assert.True((await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"))).IsRefused);
    }

    [Theory(Timeout = 60_000)]
    [MemberData(nameof(Protocols))]
    public async Task A_cart_that_leaves_late_follows_what_the_next_session_has(string protocol)
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions
        {
            Protocol = protocol,
            Replication = static services => LateLeave.Put(services.AddEventualStreams()),
        });
        await world.Buy(1, "t1", Records.Line(1, 1));
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.UntilCartShows(1, 12m);
        Assert.Null(await world.Entry.Seal(1));
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 13m, "u2", "0"));
        await world.UntilCartShows(1, 13m);
    }

    // An agent of Orleans that had not heard of a stream yet lost what it delivered first if a cart left just then (docs/replication.md).
    [Fact(Timeout = 60_000)]
    public async Task A_cart_hears_of_an_update_while_others_leave()
    {
        const int Half = EntryWorld.Customers / 2;
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Replication = static services => services.AddEventualStreams() });
        var lines = (
            from seller in Enumerable.Range(1, EntryWorld.Sellers)
            from product in Enumerable.Range(1, EntryWorld.ProductsPerSeller)
            select (Seller: seller, Product: product, Customer: 1 + ((seller * EntryWorld.ProductsPerSeller) + product) % Half)).ToList();
        for (var round = 1; round <= 15; round++)
        {
            await Task.WhenAll(from line in lines
                               from customer in new[] { line.Customer, line.Customer + Half }
                               select world.Entry.AddItem(customer, Records.Line(line.Seller, line.Product)));
            var price = 10m + round;
            await Task.WhenAll(lines.Select(line =>
                world.Entry.UpdatePrice(new PriceUpdate(line.Seller, line.Product, price, $"u{round}-{line.Seller}-{line.Product}", "0"))));
            for (var customer = 1; customer <= Half; customer++)
                Assert.Null(await world.Entry.Seal(customer));

            Assert.Equal(
                new ReplicaDeliveriesExport(lines.Count, 0),
                Assert.Single(await world.Export("replica-deliveries", EntityJson.Default.ReplicaDeliveriesExport)));
            for (var customer = Half + 1; customer <= EntryWorld.Customers; customer++)
            {
                var cart = (await world.Entry.GetCart(customer)).Value!;
                Assert.Equal(cart.Items.Select(_ => price), cart.Replicas.Select(replica => replica.Price));
                Assert.Null(await world.Entry.Seal(customer));
            }
        }
    }

    // Without a protocol a cart may begin with what a product is while its update is still on its way to the stream.
    [Fact(Timeout = 60_000)]
    public async Task An_update_is_made_before_it_leaves_for_the_carts()
    {
        var slow = new SlowPublisher();
        await using var world = await EntryWorld.Create(new EntryWorldOptions
        {
            Recording = RecordingLevel.Full,
            Replication = services => slow.Put(services.AddCausalStreams()),
        });
        var update = world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await slow.IsAsked;
        await world.Entry.AddItem(1, Records.Line(1, 1));
        slow.GoOn();
        await update;
        var made = Assert.Single(await world.Export("product-updates", EntityJson.Default.ProductUpdateExport));
        var applied = (await world.Export("replica-applies", EntityJson.Default.ReplicaApplyExport))[0];
        Assert.Equal(made.Sequence, applied.Sequence);
        Assert.True(made.Time <= applied.Time, $"It was made at {made.Time:O}, and applied at {applied.Time:O}.");
    }

    [Fact(Timeout = 60_000)]
    public async Task Without_replication_updates_are_kept_for_the_audit_and_nothing_else()
    {
        await using var world = await EntryWorld.Create(new EntryWorldOptions { Recording = RecordingLevel.Full });
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.DeleteProduct(1, 1, "d1");
        await world.Buy(1, "t1", Records.Line(2, 1));
        Assert.Equal(
            [("u1", "0", 12m, 1, 0L), ("d1", null, 12m, 2, 0L)],
            (await world.Export("product-updates", EntityJson.Default.ProductUpdateExport)).Select(Short));
        Assert.Empty(await world.Export("replica-reads", EntityJson.Default.ReplicaReadExport));
        Assert.Empty(await world.Export("replica-applies", EntityJson.Default.ReplicaApplyExport));
    }

    private static (string Tid, string? Version, decimal Price, int Sequence, long SellerSequence) Short(ProductUpdateExport update) =>
        (update.Tid, update.Version, update.Price, update.Sequence, update.SellerSequence);

    // The sequences that a cart applies when the second update of a product comes before the first.
    private async Task<List<int>> Overtaken(string protocol, string level)
    {
        await using var world = await World(protocol, level);
        await world.Entry.AddItem(1, Records.Line(1, 1));
        for (var i = 1; i <= 3; i++)
            await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 10m + i, $"u{i}", "0"));

        await _deliveries.Deliver("u2", "u1", "u3");

        // Of an update that is not committed yet a saga shows what it did, and the journal nothing.
        IReadOnlyList<ReplicaApplyExport> applies = [];
        await Wait.Until("the last update is applied", async () =>
        {
            applies = await world.Export("replica-applies", EntityJson.Default.ReplicaApplyExport);
            return applies is [.., { Sequence: 3 }];
        });
        Assert.Equal(Enumerable.Range(1, applies.Count), applies.Select(apply => apply.Number));
        return [.. applies.Select(apply => apply.Sequence)];
    }

    private async Task<decimal> PriceAfterEarlierUpdate(string protocol, string level)
    {
        await using var world = await World(protocol, level);
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Buy(1, "t1", Records.Line(1, 1));
        return Assert.Single((await world.Entry.GetOrder(1, 1)).Value!.Items).UnitPrice;
    }

    // The seller updates one product and then another one; some of it arrives.
    private async Task<List<decimal>> PricesAfter(string protocol, string level, string[] delivered)
    {
        await using var world = await World(protocol, level);
        await world.Entry.AddItem(1, Records.Line(1, 1));
        await world.Entry.AddItem(1, Records.Line(1, 2));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 1, 12m, "u1", "0"));
        await world.Entry.UpdatePrice(new PriceUpdate(1, 2, 14m, "u2", "0"));
        await _deliveries.Deliver(delivered);
        await Wait.Until(
            "the cart has what was delivered",
            async () => (await world.Entry.GetCart(1)).Value!.Replicas.Length == delivered.Length);
        await world.Entry.Checkout(Records.Checkout(1, "t1"));
        return [.. (await world.Entry.GetOrder(1, 1)).Value!.Items.Select(item => item.UnitPrice)];
    }

    private Task<EntryWorld> World(string protocol, string level) => EntryWorld.Create(new EntryWorldOptions
    {
        Protocol = protocol,
        Recording = RecordingLevel.Full,
        Replication = services => _deliveries.Hold(level switch
        {
            "eventual" => services.AddEventualStreams(),
            "object" => services.AddCausalStreams(),
            _ => services.AddOrderedStreams(),
        }),
    });
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class StreamLevelsTestsOnLocal : StreamLevelsTests;
