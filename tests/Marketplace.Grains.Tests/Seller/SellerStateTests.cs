using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Seller;
using Xunit;

namespace Marketplace.Grains.Tests.Seller;

public sealed class SellerStateTests
{
    private readonly SellerState _seller = new();

    [Fact]
    public void The_latest_warnings_are_kept_the_newest_first()
    {
        for (var number = 1; number <= SellerState.WarningsMax + 2; number++)
            _seller.Warn(new LowStockWarning("t", 5, 1, number, 9, 1, 9m, 8, Samples.Noon));

        Assert.Equal(
            Enumerable.Range(3, SellerState.WarningsMax).Reverse(), _seller.Alerts().LowStock.Select(warning => warning.Event));
        Assert.False(_seller.IsEmpty);
        _seller.Reset();
        Assert.Empty(_seller.Alerts().LowStock);
    }

    [Fact]
    public void An_order_is_one_by_customer_and_id_together()
    {
        Issue(customer: 1, order: 1, items: 2);
        Issue(customer: 2, order: 1, items: 1);
        var dashboard = _seller.Dashboard(5);
        Assert.Equal((2, 3), (dashboard.SellerView.CountOrders, dashboard.SellerView.CountItems));
        Assert.Equal(3 * 12.5m, dashboard.SellerView.TotalInvoice);
        Assert.Equal([1, 2, 3], dashboard.OrderEntries.Select(entry => entry.Id));
    }

    [Fact]
    public void A_repeated_invoice_changes_nothing()
    {
        Issue(1, 1, 2);
        Issue(1, 1, 2);
        Assert.Equal(2, _seller.EntriesIssued);
    }

    [Fact]
    public void Entries_follow_the_order_and_leave_when_it_is_concluded()
    {
        Issue(1, 1, 1);
        _seller.Paid(Samples.Paid(1, 1));
        Assert.Equal(OrderStatus.PaymentProcessed, Entry().OrderStatus);
        _seller.Shipped(new ShipmentNotification("t", 1, 1, ShipmentStatus.Approved, Samples.Noon));
        Assert.Equal((OrderStatus.ReadyForShipment, PackageStatus.Shipped), (Entry().OrderStatus, Entry().DeliveryStatus));
        _seller.Delivered(new DeliveredPackages(5, 1, 1, [new DeliveryNotification("d", 1, 1, 9, 5, 1, Samples.Noon)]));
        Assert.Equal((9, PackageStatus.Delivered), (Entry().PackageId, Entry().DeliveryStatus));

        var closed = _seller.Shipped(new ShipmentNotification("d", 1, 1, ShipmentStatus.Concluded, Samples.Noon));
        Assert.Equal((false, 1, 1), (closed!.Open, closed.DeliveryNotifications, closed.ConclusionNotifications));
        Assert.Equal(OrderStatus.Delivered, closed.Entries[0].OrderStatus);
        Assert.Empty(_seller.Dashboard(5).OrderEntries);
        Assert.Equal(0m, _seller.Dashboard(5).SellerView.TotalInvoice);
    }

    [Fact]
    public void A_failed_payment_closes_the_entries()
    {
        Issue(1, 1, 1);
        var paid = Samples.Paid(1, 1);
        var closed = _seller.PaymentFailed(
            new PaymentFailed("t", paid.Reservation, paid.Checkout, 1, 1m, [], Samples.Noon, PaymentStatus.Canceled));
        Assert.Equal((false, OrderStatus.PaymentFailed), (closed!.Open, closed.Details.Status));
        Assert.Empty(_seller.Open);
    }

    private OrderEntry Entry() => Assert.Single(_seller.Dashboard(5).OrderEntries);

    private void Issue(int customer, int order, int items) => _seller.Issue(5, new InvoiceIssued(
        "t",
        new ReservationId(customer, order, 1),
        Samples.Checkout(customer, "t"),
        order,
        "",
        Samples.Noon,
        0,
        Samples.Items([.. Enumerable.Repeat(5, items)])));
}
