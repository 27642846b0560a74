using Marketplace.Audit.History;
using Marketplace.Contracts.Audit;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class ProductTests
{
    private readonly World _world = new();

    [Fact]
    public async Task A_lost_update()
    {
        _world.UpdatePrice(1, 1, 5m);
        var lost = _world.UpdatePrice(1, 1, 6m);
        Edit(1, 1, p => p with { Product = p.Product with { Price = 5m }, Sequence = 1, LastTid = "t-1" });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.price", 1), ("product.linear", 1));
        AuditAssert.Witness(result, "atom.price", lost, "was answered as update 2 of product 1/1, which has had 1");
        AuditAssert.Witness(result, "product.linear", "product 1/1", "2 updates were acknowledged", "the product has had 1");
    }

    [Fact]
    public async Task An_update_whose_price_is_not_there()
    {
        var tid = _world.UpdatePrice(1, 1, 5m);
        Edit(1, 1, p => p with { Product = p.Product with { Price = 5.01m } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.price", 1), ("product.linear", 1));
        AuditAssert.Witness(result, "atom.price", tid, "to 5, but the price is 5.01");
    }

    [Fact]
    public async Task An_aborted_update_that_took_effect()
    {
        var tid = _world.UpdatePrice(1, 1, 5m, OutcomeClass.Aborted);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.price", 1), ("product.linear", 1));
        AuditAssert.Witness(result, "atom.price", tid, "aborted", "is the last update of product 1/1");
    }

    [Fact]
    public async Task Two_updates_in_one_place()
    {
        _world.UpdatePrice(1, 1, 5m);
        _world.UpdatePrice(1, 1, 6m);
        EditHistory<PriceUpdateOperation>("t-1", o => o with { Sequence = 2 });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("product.linear", 1));
        AuditAssert.Witness(result, "product.linear", "product 1/1", "update 2 is t-1 and t-2");
    }

    [Fact]
    public async Task Updates_against_the_order_of_real_time()
    {
        _world.UpdatePrice(1, 1, 5m);
        _world.UpdatePrice(1, 1, 6m);
        EditHistory<PriceUpdateOperation>("t-1", o => o with { Sequence = 2 });
        EditHistory<PriceUpdateOperation>("t-2", o => o with { Sequence = 1 });
        Edit(1, 1, p => p with { Product = p.Product with { Price = 5m }, LastTid = "t-1" });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("product.linear", 1));
        AuditAssert.Witness(result, "product.linear", "t-1 was acknowledged before t-2 was sent, but comes after it");
    }

    [Fact]
    public async Task An_update_of_a_version_that_was_replaced()
    {
        var version = _world.Delete(1, 1, 5m);
        var tid = _world.UpdatePrice(1, 1, 6m);
        EditHistory<PriceUpdateOperation>(tid, o => o with { Version = "0" });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("product.linear", 1));
        AuditAssert.Witness(result, "product.linear", $"{tid} updated version 0, current was {version}");
    }

    [Fact]
    public async Task Another_final_state_than_the_end_of_the_chain()
    {
        _world.Delete(1, 1, 5m);
        _world.UpdatePrice(1, 1, 6m);
        Edit(1, 1, p => p with { LastTid = "t-1" });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("product.linear", 1));
        AuditAssert.Witness(result, "product.linear", "the last update is t-2, Product says t-1");
    }

    [Fact]
    public async Task An_unknown_update_may_be_in_the_chain_or_not()
    {
        _world.UpdatePrice(1, 1, 5m, OutcomeClass.TimedOut, applied: false);
        _world.UpdatePrice(1, 1, 6m);
        _world.UpdatePrice(1, 1, 7m, OutcomeClass.TimedOut);
        _world.Delete(1, 1, 8m, OutcomeClass.TimedOut);
        _world.UpdatePrice(1, 1, 9m);

        AuditAssert.Violations(await _world.Audit());
    }

    [Fact]
    public async Task A_delete_that_stock_did_not_hear_of()
    {
        var tid = _world.Delete(1, 1, 5m);
        _world.Delete(1, 2, 5m);
        EditStock(1, 1, "0");

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.delete", 1), ("stock.reference", 1));
        AuditAssert.Witness(result, "atom.delete", tid, "Product 1/1 has this version, Stock has 0");
    }

    [Fact]
    public async Task A_delete_that_only_stock_heard_of()
    {
        var tid = _world.Delete(1, 1, 5m, OutcomeClass.TimedOut, applied: false);
        AuditAssert.Violations(await _world.Audit());
        EditStock(1, 1, tid);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.delete", 1), ("stock.reference", 1));
        AuditAssert.Witness(result, "atom.delete", tid, "Stock 1/1 has this version, Product has 0");
    }

    [Fact]
    public async Task An_aborted_delete_that_took_effect()
    {
        var tid = _world.Delete(1, 1, 5m, OutcomeClass.Aborted);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.delete", 1), ("product.linear", 1));
        AuditAssert.Witness(result, "atom.delete", tid, "aborted", "is the version of 1/1 at Product");
    }

    [Fact]
    public async Task A_lost_delete()
    {
        var tid = _world.Delete(1, 1, 5m, applied: false);

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.delete", 1), ("product.linear", 1));
        AuditAssert.Witness(result, "atom.delete", tid, "committed and never replaced, but Product 1/1 has version 0");
    }

    private void Edit(int seller, int product, Func<ProductExport, ProductExport> edit) =>
        _world.Products.Edit(p => (p.Product.SellerId, p.Product.ProductId) == (seller, product), edit);

    private void EditStock(int seller, int product, string version) => _world.Stock.Edit(
        s => (s.Item.SellerId, s.Item.ProductId) == (seller, product),
        s => s with { Item = s.Item with { Version = version } });

    private void EditHistory<T>(string tid, Func<T, Operation> edit)
        where T : Operation => _world.History.Edit(o => o.Tid == tid, o => edit((T)o));
}
