using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Xunit;

namespace Marketplace.Audit.Tests;

public sealed class StockTests
{
    // What the recorded events say of the quantities is another check's: lowstock.exact.
    private readonly World _world = Worlds.Busy();

    public StockTests() => _world.StockEvents = null;

    [Theory]
    [InlineData(-1, 100, "reserved was once -1")]
    [InlineData(0, -2, "reserved once exceeded available by 2")]
    public async Task Stock_that_was_out_of_bounds_for_a_moment(int reservedMin, int slackMin, string text)
    {
        Edit(4, 1, s => s with { ReservedMin = reservedMin, SlackMin = slackMin });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("stock.bounds", 1));
        AuditAssert.Witness(result, "stock.bounds", "stock 4/1", text);
    }

    [Fact]
    public async Task Stock_that_is_oversold()
    {
        Edit(12, 1, s => s with { Item = s.Item with { QtyReserved = 101 }, OpenReservations = [Open("t-99", 101)] });

        var result = await _world.Audit();

        Assert.Equal(1, result.Checks.Single(c => c.Id == "stock.bounds").Violations);
        AuditAssert.Witness(result, "stock.bounds", "stock 12/1", "101 reserved of 100 available");
    }

    [Fact]
    public async Task A_stale_reservation()
    {
        Edit(4, 1, s => s with { Item = s.Item with { QtyReserved = 1 }, OpenReservations = [Open(Worlds.Open, 1)] });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("atom.checkout", 1), ("atom.no-residue", 1));
        AuditAssert.Witness(result, "atom.no-residue", Worlds.Open, "1 pieces of 4/1 are still reserved");
    }

    [Fact]
    public async Task A_reservation_that_nobody_holds()
    {
        Edit(4, 1, s => s with { Item = s.Item with { QtyReserved = 1 } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("stock.balance", 1));
        AuditAssert.Witness(result, "stock.balance", "stock 4/1", "1 are reserved, open reservations hold 0");
    }

    [Fact]
    public async Task Pieces_that_left_without_a_sale()
    {
        Edit(5, 1, s => s with { Item = s.Item with { QtyAvailable = s.Item.QtyAvailable - 1 } });
        Edit(4, 1, s => s with { Item = s.Item with { Ytd = 0 } });
        Edit(1, 1, s => s with { Item = s.Item with { OrderCount = 1 } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("stock.balance", 3));
        AuditAssert.Witness(result, "stock.balance", "stock 5/1", "6 pieces left, 5 were sold");
        AuditAssert.Witness(result, "stock.balance", "stock 4/1", "ytd grew by 0, 1 were sold");
        AuditAssert.Witness(result, "stock.balance", "stock 1/1", "order_count grew by 1, 2 lines were ordered");
    }

    [Fact]
    public async Task Replenished_pieces_are_counted()
    {
        Edit(5, 1, s => s with { Item = s.Item with { QtyAvailable = s.Item.QtyAvailable + 7 }, Replenished = 7 });

        AuditAssert.Violations(await _world.Audit());
    }

    [Fact]
    public async Task Stock_of_a_product_that_is_gone()
    {
        _world.Products.Edit(
            p => (p.Product.SellerId, p.Product.ProductId) == (12, 2),
            p => p with { Product = p.Product with { Active = false } });
        Edit(12, 1, s => s with { Item = s.Item with { Version = "elsewhere" } });

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("stock.reference", 2));
        AuditAssert.Witness(result, "stock.reference", "stock 12/2 has version 0, the product is deleted");
        AuditAssert.Witness(result, "stock.reference", "stock 12/1 has version elsewhere, the product has version 0");
        Assert.Equal("violated", result.Checks.Single(c => c.Id == "stock.reference").Level);
    }

    [Fact]
    public async Task A_version_that_was_sold_after_its_replacement_was_acknowledged()
    {
        var delete = _world.Delete(12, 1, 11m);
        var tid = _world.Checkout(1, World.Item(12, 1, version: "0"));

        var result = await _world.Audit();

        AuditAssert.Violations(result, ("stock.reference", 1));
        AuditAssert.Witness(result, "stock.reference", tid, "ordered version 0 of product 12/1", delete);
        Assert.Equal("available", result.Checks.Single(c => c.Id == "stock.reference").Level);
    }

    [Fact]
    public async Task A_version_that_was_sold_while_it_was_replaced_is_right()
    {
        _world.Delete(12, 1, 11m);
        _world.Now -= World.Duration / 2;
        _world.Checkout(1, World.Item(12, 1, version: "0"));

        AuditAssert.Violations(await _world.Audit());
    }

    private static OpenReservation Open(string tid, int quantity) => new(tid, new ReservationId(4, 1, 1), quantity);

    private void Edit(int seller, int product, Func<StockExport, StockExport> edit) =>
        _world.Stock.Edit(s => (s.Item.SellerId, s.Item.ProductId) == (seller, product), edit);
}
