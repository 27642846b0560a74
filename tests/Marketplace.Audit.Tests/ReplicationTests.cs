using Marketplace.Audit.Claims;
using Marketplace.Contracts.Audit;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class ReplicationTests
{
    private const string Early = "t-1";
    private const string Late = "t-6";
    private readonly World _world = new World().Replicate();

    // Customer 2 checks out products 1 and 2 of seller 1 before any update, and again after three of them: update 1 of product 1, update 1
    // of product 2 and the replacement of product 1. Customer 3 does after a fourth.
    public ReplicationTests()
    {
        _world.Checkout(2, World.Item(1, 1), World.Item(1, 2));
        _world.UpdatePrice(1, 1, 12m);
        _world.UpdatePrice(1, 2, 13m);
        _world.UpdatePrice(5, 1, 3m);
        var version = _world.Delete(1, 1, 15m);
        _world.Checkout(2, World.Item(1, 1, version: version), World.Item(1, 2));
        _world.UpdatePrice(1, 2, 9m);
        _world.Checkout(3, World.Item(1, 2), World.Item(5, 1));
    }

    [Fact]
    public async Task Carts_that_know_all_at_once_hold_the_highest_level()
    {
        var result = await _world.Audit();

        AuditAssert.Violations(result);
        Assert.All(result.Checks.Where(check => check.Id.StartsWith("repl.", StringComparison.Ordinal)), check => Assert.True(check.Claimed));
        var summary = result.Replication!;
        Assert.Equal(("causal-across-objects", 9), (summary.Level, summary.Observations));
        Assert.Equal((5, 6, 0, 0), (summary.Applies, summary.Reads, summary.ReadsBehind, summary.BehindMax));
        Assert.InRange(summary.ApplyMs!.P99, 1.99, 2.01);
        Assert.Contains("Replication: causal-across-objects, on 9 observations.", result.Notes);
        Assert.Equal(
            "Examined are updates that reached a cart: half of them within 2.0 ms, 99 % within 2.0 ms, all within 2.0 ms.",
            result.Check("repl.lag").Note);
    }

    [Fact]
    public async Task A_price_that_the_product_never_had()
    {
        EditRead(Late, 1, product => product with { Price = 14m });
        _world.Applies.Edit(apply => apply is { Seller: 5 }, apply => apply with { Version = "t-99" });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.genuine", 2), ("repl.used", 1));
        AuditAssert.Witness(result, "repl.genuine", "t-6 (customer 2, record 2): read version t-5 at 14 as update 2", "version t-5 at 15");
        AuditAssert.Witness(result, "repl.genuine", "the cart of customer 1", "applied version t-99 at 3 as update 1", "had version 0 at 3");
        Assert.Equal(("none", false), (result.Replication!.Level, result.Passed));
    }

    [Fact]
    public async Task An_update_that_the_product_never_had_and_a_product_that_is_not()
    {
        _world.Applies.Add(_world.Applies[0] with { Number = 50, Sequence = 7 });
        _world.Applies.Add(_world.Applies[0] with { Number = 51, Seller = 77 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.genuine", 2));
        AuditAssert.Witness(result, "repl.genuine", "as update 7", "an update that product 1/1 never had");
        AuditAssert.Witness(result, "repl.genuine", "an update that product 77/1 never had");
    }

    [Fact]
    public async Task Updates_that_are_not_recorded_or_twice_or_otherwise()
    {
        _world.ProductUpdates!.Lose(update => update is { Seller: 1, Product: 2, Sequence: 1 });
        _world.ProductUpdates!.Double(update => update is { Seller: 1, Product: 1, Sequence: 2 }, update => update with { SellerSequence = 9 });
        _world.ProductUpdates!.Edit(update => update.Seller == 5, update => update with { Sequence = 2 });

        var result = await _world.Audit(Guarantee.EachService);

        AuditAssert.Witness(result, "repl.genuine", "product 1/2: updates 1 to 1 are not recorded");
        AuditAssert.Witness(result, "repl.genuine", "product 1/1: update 2 is recorded twice");
        AuditAssert.Witness(result, "repl.genuine", "product 5/1", "Product counts 1 updates, the last one recorded is 2");
        Assert.Equal("none", result.Replication!.Level);
    }

    [Fact]
    public async Task An_update_that_is_not_what_the_product_became()
    {
        _world.ProductUpdates!.Edit(update => update.Seller == 5, update => update with { Price = 4m });

        var result = await _world.Audit();

        AuditAssert.Witness(result, "repl.genuine", "product 5/1: the last update recorded left version 0 at 4, Product has 0 at 3");
    }

    [Fact]
    public async Task A_product_that_a_cart_knew_later_than_now()
    {
        // At customer 1's cart the second update of product 1 arrives before the first.
        var (first, second) = (Apply(1, 1, 1).Number, Apply(1, 1, 2).Number);
        _world.Applies.Edit(apply => apply.Number == first, apply => apply with { Number = 1000 });
        _world.Applies.Edit(apply => apply.Number == second, apply => apply with { Number = first });
        _world.Applies.Edit(apply => apply.Number == 1000, apply => apply with { Number = second });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.object", 1));
        AuditAssert.Witness(result, "repl.object", "customer 1", "update 1 of product 1/1 after update 2");
        Assert.Equal("eventual", result.Replication!.Level);
    }

    [Fact]
    public async Task Two_products_of_a_seller_that_no_prefix_of_its_updates_explains()
    {
        // Product 1 as replaced (the seller's third update), and product 2 as before the second; the cart tells no prefix.
        EditRead(Late, 2, _ => null);
        EditRead(Late, 1, product => product, add: new ReplicaReadProduct(1, 2, "0", 12m, 0, 0));
        ForgetPrefixes();

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.used", 1), ("repl.across", 1), ("repl.ryw", 1));
        AuditAssert.Witness(
            result,
            "repl.across",
            "t-6 (customer 2, record 2): read product 1 of seller 1 as of the seller's update 3, and product 2 as it was before update 2");
        AuditAssert.Witness(result, "repl.ryw", "t-6 (customer 2): read update 0 of product 1/2, though update 1 was acknowledged before");
        Assert.Equal("causal-per-object", result.Replication!.Level);
        Assert.Equal((1, 1), (result.Replication.ReadsBehind, result.Replication.BehindMax));
    }

    [Fact]
    public async Task A_prefix_that_the_products_are_ahead_of_or_behind()
    {
        EditPrefix(Late, 2);
        var ahead = await _world.Audit();
        AuditAssert.Violations(ahead, ("repl.across", 1));
        AuditAssert.Witness(ahead, "repl.across", "t-6", "knew seller 1 up to update 2, and read product 1 as of update 3");

        EditPrefix(Late, 4);
        var behind = await _world.Audit();
        AuditAssert.Violations(behind, ("repl.across", 1));
        AuditAssert.Witness(behind, "repl.across", "t-6", "knew seller 1 up to update 4, and read product 2 as it was before update 4");
    }

    [Fact]
    public async Task A_product_of_which_a_cart_knows_nothing_though_it_knows_what_came_after()
    {
        EditRead(Late, 2, _ => null);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.used", 1), ("repl.across", 1), ("repl.ryw", 1));
        AuditAssert.Witness(result, "repl.across", "knew seller 1 up to update 3, and nothing of product 2, which had update 2");
        AuditAssert.Witness(result, "repl.ryw", "t-6", "knew nothing of product 1/2, which was shown as of update 0, though update 1");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_prefix_that_falls(bool isTold)
    {
        // What customer 2 read first and last change places: each is explained by a prefix.
        if (!isTold)
            ForgetPrefixes();
        _world.Reads.Edit(read => read.Tid == Early, read => read with { Number = 9 });
        if (!isTold)
            EditRead(Early, 0, product => product, add: new ReplicaReadProduct(1, 2, "0", 12m, 0, 0));

        var result = await _world.Audit();

        Assert.Equal(1, result.Check("repl.across").Violations);
        var witness = isTold ? "up to update 0, an earlier checkout of the customer up to 3" : "before update 2";
        AuditAssert.Witness(result, "repl.across", "t-1 (customer 2, record 9)", witness);
    }

    [Fact]
    public async Task Two_updates_with_one_place_among_those_of_their_seller()
    {
        _world.ProductUpdates!.Edit(update => update is { Seller: 1, Product: 2, Sequence: 2 }, update => update with { SellerSequence = 3 });

        var result = await _world.Audit();

        AuditAssert.Witness(result, "repl.across", "update 3 of seller 1 is update", "product 1 and update", "product 2");
    }

    [Fact]
    public async Task Without_places_among_the_sellers_updates_the_level_is_per_object_and_no_more_can_be_claimed()
    {
        _world.ProductUpdates = [.. _world.ProductUpdates!.Select(update => update with { SellerSequence = 0 })];
        for (var i = 0; i < _world.Applies.Count; i++)
            _world.Applies[i] = _world.Applies[i] with { SellerSequence = 0 };
        for (var i = 0; i < _world.Reads.Count; i++)
        {
            var products = _world.Reads[i].Products.Select(product => product with { SellerSequence = 0 });
            _world.Reads[i] = _world.Reads[i] with { Products = [.. products] };
        }

        ForgetPrefixes();
        var claimed = await _world.Audit();
        AuditAssert.Violations(claimed, ("repl.across", 5));
        AuditAssert.Witness(claimed, "repl.across", "has no place among those of its seller");

        _world.Replication = ReplicationLevel.CausalPerObject;
        var result = await _world.Audit();
        AuditAssert.Violations(result);
        Assert.Equal("causal-per-object", result.Replication!.Level);
        Assert.Equal("not examined", result.Check("repl.across").Level);
    }

    [Fact]
    public async Task An_update_that_was_acknowledged_and_not_seen()
    {
        // As if the last checkout had been sent before the update that it saw; then one that was acknowledged before is missing.
        EditRead("t-8", 2, product => product with { Price = 13m, Sequence = 1, SellerSequence = 2 });
        EditPrefix("t-8", 2);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.used", 1), ("repl.ryw", 1));
        AuditAssert.Witness(result, "repl.ryw", "t-8 (customer 3): read update 1 of product 1/2, though update 2 was acknowledged before");
        Assert.Equal("causal-per-object", result.Replication!.Level);

        // Nobody promised to see what was not acknowledged yet.
        var index = _world.History.FindIndex(operation => operation.Tid == "t-7");
        _world.History[index] = _world.History[index] with { Completed = _world.Now };
        AuditAssert.Violations(await _world.Audit(), ("repl.used", 1));
    }

    [Fact]
    public async Task An_item_that_did_not_go_by_what_was_read()
    {
        EditRead(Late, 1, product => product with { Price = 14m });
        EditRead(Late, 2, _ => null);
        _world.Attempts.Edit(attempt => attempt.Tid == "t-8", attempt => attempt with
        {
            Items = [.. attempt.Items.Where(item => item.ProductId != 2)],
        });
        _world.Reads.Add(_world.Reads.Single(read => read.Tid == Early));

        var result = await _world.Audit();

        Assert.Equal((3, true), (result.Check("repl.used").Violations, result.Check("repl.used").Claimed));
        AuditAssert.Witness(
            result,
            "repl.used",
            "t-6 (customer 2): took 1/1 as version t-5 at 15, and had read version t-5 at 14; ",
            "took 1/2 at 13, and had read nothing of it; shown was 12");
        AuditAssert.Witness(result, "repl.used", "t-8 (customer 3): left 1/2 out, and had read version 0, which was shown");
        AuditAssert.Witness(result, "repl.used", "t-1 (customer 2): 1 attempts ended, and 2 have recorded what they read");
    }

    [Fact]
    public async Task An_update_that_is_there_before_it_was_made()
    {
        _world.Applies.Edit(apply => apply.Seller == 5, apply => apply with { Time = apply.Time.AddSeconds(-1) });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.lag", 1));
        AuditAssert.Witness(result, "repl.lag", "customer 1", "update 1 of product 5/1 was applied 998 ms before it was made");
    }

    [Fact]
    public async Task Without_a_record_nothing_is_examined_and_without_an_observation_no_level_held()
    {
        _world.Applies.Clear();
        _world.Reads.Clear();
        Assert.Equal("none", (await _world.Audit()).Replication!.Level);

        _world.ProductUpdates = null;
        var result = await _world.Audit();
        Assert.Null(result.Replication);
        Assert.Equal("not examined", result.Check("repl.genuine").Level);
    }

    [Fact]
    public async Task What_the_level_does_not_promise_is_reported()
    {
        EditPrefix(Late, 2);
        _world.Replication = ReplicationLevel.CausalPerObject;

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("repl.across", 1));
        Assert.True(result.Passed);
    }

    [Fact]
    public async Task A_price_to_which_an_item_was_reconciled_and_which_its_product_never_had()
    {
        var world = new World();
        world.Products.Edit(Product, product => product with { Product = product.Product with { Price = 9m } });
        world.Checkout(1, World.Item(1, 1));
        world.Products.Edit(Product, product => product with { Product = product.Product with { Price = 11m } });
        world.UpdatePrice(1, 1, 8m);
        world.Checkout(1, World.Item(1, 1));

        var result = await world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1));
        AuditAssert.Witness(result, "atom.checkout", "t-1: reconciled product 1/1 to 9, which its version 0 never cost");

        static bool Product(ProductExport product) => (product.Product.SellerId, product.Product.ProductId) == (1, 1);
    }

    private ReplicaApplyExport Apply(int seller, int product, int sequence) =>
        _world.Applies.Single(apply => (apply.Seller, apply.Product, apply.Sequence) == (seller, product, sequence));

    private void EditRead(string tid, int product, Func<ReplicaReadProduct, ReplicaReadProduct?> edit, ReplicaReadProduct? add = null) =>
        _world.Reads.Edit(read => read.Tid == tid, read => read with
        {
            Products =
            [
                .. read.Products.Select(known => known.Product == product ? edit(known) : known).Append(add).OfType<ReplicaReadProduct>(),
            ],
        });

    private void EditPrefix(string tid, long sequence) => _world.Reads.Edit(read => read.Tid == tid, read => read with
    {
        Sellers = [.. read.Sellers.Select(seller => seller.Seller == 1 ? seller with { Sequence = sequence } : seller)],
    });

    private void ForgetPrefixes()
    {
        for (var i = 0; i < _world.Reads.Count; i++)
        {
            var sellers = _world.Reads[i].Sellers.Select(seller => seller with { Sequence = 0 });
            _world.Reads[i] = _world.Reads[i] with { Sellers = [.. sellers] };
        }
    }
}
