using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Order;
using Xunit;

namespace Marketplace.Grains.Tests.Order;

public sealed class OrderStateTests
{
    private readonly OrderState _orders = new();

    [Fact]
    public void Ids_count_from_one_without_a_gap() => Assert.Equal([1, 2, 3], Enumerable.Range(0, 3).Select(_ => Invoice()));

    [Fact]
    public void An_order_goes_through_its_statuses_and_leaves_when_concluded()
    {
        var id = Invoice();
        _orders.PaymentConfirmed(Samples.Paid(7, id));
        Assert.Null(_orders.Shipped(Notification(id, ShipmentStatus.Approved)));
        Assert.Null(_orders.Shipped(Notification(id, ShipmentStatus.DeliveryInProgress)));
        var concluded = _orders.Shipped(Notification(id, ShipmentStatus.Concluded));
        Assert.NotNull(concluded);
        Assert.Equal(
            [OrderStatus.Invoiced, OrderStatus.PaymentProcessed, OrderStatus.ReadyForShipment, OrderStatus.InTransit, OrderStatus.Delivered],
            concluded.History.Select(step => step.Status));
        Assert.Equal(OrderStatus.Delivered, concluded.Order.Status);
        Assert.Empty(_orders.Open);
    }

    [Fact]
    public void A_failed_payment_ends_the_order()
    {
        var id = Invoice();
        var paid = Samples.Paid(7, id);
        var failed = _orders.PaymentFailed(
            new PaymentFailed(paid.Tid, paid.Reservation, paid.Checkout, id, 1m, [], Samples.Noon, PaymentStatus.Canceled));
        Assert.Equal(OrderStatus.PaymentFailed, failed?.Order.Status);
        Assert.Empty(_orders.Open);
    }

    [Fact]
    public void Pre_populated_orders_come_first_and_survive_a_reset()
    {
        Assert.True(_orders.Ingest(1));
        Assert.False(_orders.Ingest(3));
        Assert.True(_orders.Ingest(2));
        Assert.Equal(3, Invoice());
        Assert.False(_orders.Ingest(4));
        _orders.Reset();
        Assert.Equal((2, 0), (_orders.OrderCount, _orders.Open.Count));
    }

    private int Invoice() => _orders.Invoice(Samples.Confirmed(7, Samples.Line(1, 1)), Samples.Noon).Order.Id;

    private static ShipmentNotification Notification(int id, ShipmentStatus status) => new("d", 7, id, status, Samples.Noon);
}
