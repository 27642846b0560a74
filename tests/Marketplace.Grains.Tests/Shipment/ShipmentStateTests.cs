using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Grains.Shipment;
using Xunit;

namespace Marketplace.Grains.Tests.Shipment;

public sealed class ShipmentStateTests
{
    private readonly ShipmentState _shipments = new();

    [Fact]
    public void Sellers_come_in_the_order_of_their_oldest_open_order()
    {
        Approve(1, 5, 3);
        Approve(2, 3, 9);
        Approve(3, 1);
        Assert.Equal([(3, 1), (5, 1), (9, 2), (1, 3)], Oldest(10));
        Assert.Equal([(3, 1), (5, 1)], Oldest(2));
    }

    [Fact]
    public void A_delivery_takes_the_sellers_packages_of_one_order_and_brings_the_next_one_up()
    {
        Approve(1, 5, 3, 5);
        Approve(2, 5);
        var first = Deliver(5);
        Assert.Equal((true, 2), (first!.IsFirst, first.Packages.Length));
        Assert.Equal(ShipmentStatus.DeliveryInProgress, _shipments.Open[1].Shipment.Status);
        Assert.Equal([(3, 1), (5, 2)], Oldest(10));
        Assert.Null(_shipments.Acknowledge(1));

        Assert.False(Deliver(3)!.IsFirst);
        Assert.Equal(ShipmentStatus.Concluded, _shipments.Acknowledge(1)?.Shipment.Status);
        Assert.Equal([2L], _shipments.Open.Select(open => open.Key));
    }

    [Fact]
    public void A_shipment_is_concluded_when_all_have_heard_of_all_its_deliveries()
    {
        Approve(1, 5, 3);
        Deliver(5);
        Deliver(3);
        Assert.Null(_shipments.Acknowledge(1));
        Assert.Equal(ShipmentStatus.DeliveryInProgress, _shipments.Open[1].Shipment.Status);
        Assert.NotNull(_shipments.Acknowledge(1));
        Assert.Empty(_shipments.Unacknowledged);
    }

    [Fact]
    public void What_somebody_else_delivered_is_not_delivered_again()
    {
        Approve(1, 5);
        var chosen = _shipments.Oldest(10).Orders[0];
        Assert.NotNull(_shipments.Deliver(chosen, Samples.Noon));
        Assert.Null(_shipments.Deliver(chosen, Samples.Noon));
        Approve(2, 5);
        Assert.Null(_shipments.Deliver(chosen, Samples.Noon));
    }

    [Fact]
    public void Ages_do_not_step_back_with_the_clock()
    {
        _shipments.Approve(Samples.Paid(7, 1, [.. Samples.Items(1)]), 0, Samples.Noon);
        var later = _shipments.Approve(Samples.Paid(7, 2, [.. Samples.Items(2)]), 0, Samples.Noon.AddSeconds(-1));
        Assert.Equal(Samples.Noon, later.Shipment.RequestDate);
    }

    [Fact]
    public void Reset_keeps_the_ids_of_ingested_shipments()
    {
        Assert.Equal(1, _shipments.Ingest(1));
        Assert.Equal(2, _shipments.Ingest(3));
        Approve(1, 5);
        _shipments.Reset();
        Assert.Empty(Oldest(10));
        Assert.Equal(5, Approve(1, 5).Packages[0].ShipmentId);
    }

    private ShipmentExport Approve(int order, params int[] sellers) =>
        _shipments.Approve(Samples.Paid(7, order, [.. Samples.Items(sellers)]), 0, Samples.Noon);

    private Delivery? Deliver(int seller) =>
        _shipments.Deliver(_shipments.Oldest(10).Orders.Single(order => order.SellerId == seller), Samples.Noon);

    private IEnumerable<(int Seller, int Shipment)> Oldest(int count) =>
        _shipments.Oldest(count).Orders.Select(order => (order.SellerId, order.ShipmentId));
}
