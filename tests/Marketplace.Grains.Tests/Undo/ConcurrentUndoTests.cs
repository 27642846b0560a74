using Marketplace.Grains.Order;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Xunit;

namespace Marketplace.Grains.Tests.Undo;

/// <summary>
/// Several sagas at a time, of which some end badly: what one takes back is not in the way of what another takes back. In the states that several
/// sagas change at a time, which a cart's session is not.
/// </summary>
public sealed class ConcurrentUndoTests
{
    [Fact]
    public void Shipments()
    {
        var orders = 0;
        Hold(static _ => new ShipmentState(), (random, _) => RowUndoTests.ShipmentOperation(random, ++orders));
    }

    [Fact]
    public void Stock() => Hold(
        static _ =>
        {
            var stock = new StockState();
            stock.Put(Samples.Item(20));
            return stock;
        },
        UndoTests.StockOperation);

    [Fact]
    public void Orders() => Hold(static _ => new OrderState(), static (random, _) => RowUndoTests.OrderOperation(random));

    [Fact]
    public void Sellers() => Hold(static _ => new SellerState(), RowUndoTests.SellerOperation);

    [Fact]
    public void Products() => Hold(
        static _ =>
        {
            var product = new ProductState();
            product.Put(new Contracts.Entities.Product(1, 1, "Lamp", "", "", "", 10m, 1m, "approved", "0"));
            return product;
        },
        UndoTests.ProductOperation);

    [Fact]
    public void A_delivery_is_taken_back_after_the_order_that_the_seller_had_next()
    {
        var sagas = new Sagas<ShipmentState>(new ShipmentState());
        Approve(sagas, checkout: 1);
        sagas.Commit(1);
        Approve(sagas, checkout: 2);
        sagas.Do(3, static s => Assert.NotNull(s.Deliver(Assert.Single(s.Oldest(10).Orders), Samples.Noon)));
        sagas.Abort(2);
        sagas.Abort(3);
        Assert.Equal(1, Assert.Single(sagas.State.Oldest(10).Orders).ShipmentId);
    }

    private static void Approve(Sagas<ShipmentState> sagas, int checkout) =>
        sagas.Do(checkout, s => s.Approve(Samples.Paid(7, checkout, [.. Samples.Items(5)]), 0, Samples.Noon.AddSeconds(checkout)));

    private static void Hold<TState>(Func<Random, TState> make, Func<Random, int, Func<TState, object?>> operation)
        where TState : class, ICompensable<TState> => Property.Holds(random => new Sagas<TState>(make(random)).Run(random, saga =>
    {
        var next = operation(random, saga);
        return s => next(s);
    }));
}
