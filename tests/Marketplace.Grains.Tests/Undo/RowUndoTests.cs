using System.Collections.Immutable;
using System.Text.Json;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Order;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Xunit;

namespace Marketplace.Grains.Tests.Undo;

/// <summary>Update, updates of others, undo, for the states that keep orders.</summary>
public sealed class RowUndoTests
{
    [Fact]
    public void Order() => Property.Holds(random =>
    {
        var worlds = new Worlds<OrderState>(new OrderState());
        UndoTests.Run(worlds, random, _ => OrderOperation(random));
        worlds.Compare(static s => JsonSerializer.Serialize(new { s.OrderCount, s.IngestedCount, Open = s.Open.Values.ToArray() }));
    });

    [Fact]
    public void Seller() => Property.Holds(random =>
    {
        var worlds = new Worlds<SellerState>(new SellerState());
        UndoTests.Run(worlds, random, who => SellerOperation(random, who));

        // Numbers of entries may have been given while the saga ran.
        worlds.Compare(static s => JsonSerializer.Serialize(new
        {
            s.EntriesIssued,
            Warnings = s.Warnings.Values.ToArray(),
            Open = s.Open.Values.Select(order => order with { Entries = [.. order.Entries.Select(entry => entry with { Id = 0 })] }),
        }));
        Assert.Equal(0, worlds.Others.Blocked);
    });

    [Fact]
    public void Shipment() => Property.Holds(random =>
    {
        var (worlds, orders) = (new Worlds<ShipmentState>(new ShipmentState()), 0);
        UndoTests.Run(worlds, random, _ => ShipmentOperation(random, ++orders));

        // Ids of shipments may have been given while the saga ran: they have gaps, and tell the same order.
        worlds.Compare(static s => JsonSerializer.Serialize(new
        {
            Open = s.Open.Values.Select(open => (open.Shipment, Packages(open.Packages)).ToString()),
            Waiting = s.OpenOfSeller.OrderBy(queue => queue.Key)
                .Select(queue => (queue.Key, string.Join(", ", queue.Value.Select(id => s.Open[id].Shipment.OrderId))).ToString()),
            Oldest = s.Oldest(10).Orders.Select(order => (order.SellerId, order.OrderId).ToString()),
            Unacknowledged = s.Unacknowledged.Count,
        }));
    });

    [Fact]
    public void Nobody_delivers_a_later_order_of_a_seller_before_the_delivery_of_an_earlier_one_stands()
    {
        var shipments = new ShipmentState();
        for (var order = 1; order <= 3; order++)
            shipments.Approve(Samples.Paid(7, order, [.. Samples.Items(5)]), 0, Samples.Noon);

        var worlds = new Worlds<ShipmentState>(shipments);
        worlds.Mine(static s => Deliver(s, 5));
        worlds.Other(static s => Deliver(s, 5));
        Assert.Equal((0, 1), worlds.Others);
        worlds.Other(static s => s.Approve(Samples.Paid(7, 4, [.. Samples.Items(5)]), 0, Samples.Noon).Shipment.OrderId);
        Assert.Equal((1, 1), worlds.Others);
        worlds.Compare(static s => string.Join(", ", s.OpenOfSeller[5]));
    }

    internal static Func<OrderState, object?> OrderOperation(Random random)
    {
        var order = random.Next(1, 5);
        var (confirmed, notification) = (Samples.Confirmed(7, Samples.Line(1, order)), Notification(order, (ShipmentStatus)random.Next(3)));
        return random.Next(4) switch
        {
            0 => s => s.Invoice(confirmed, Samples.Noon).Order.Id,
            1 => s => UndoTests.Do(() => s.PaymentConfirmed(Samples.Paid(7, order)), () => s.Open.ContainsKey(order)),
            2 => s => s.PaymentFailed(Failed(order))?.Order.Id,
            _ => s => (s.Open.ContainsKey(order), s.Shipped(notification)?.Order.Id),
        };
    }

    internal static Func<SellerState, object?> SellerOperation(Random random, int who)
    {
        var order = (who * 10) + random.Next(2);
        var invoice = new InvoiceIssued(
            "t", new ReservationId(7, order, 1), Samples.Checkout(7, "t"), order, "", Samples.Noon, 1m, Samples.Items(5, 5));
        var notification = Notification(order, (ShipmentStatus)random.Next(3));
        var warning = new LowStockWarning("t", 5, 1, order, 9, 1, 9m, 8, Samples.Noon);
        return random.Next(6) switch
        {
            5 => s => UndoTests.Do(() => s.Warn(warning)),
            0 or 1 => s => UndoTests.Do(() => s.Issue(5, invoice)),
            2 => s => UndoTests.Do(() => s.Paid(Samples.Paid(7, order))),
            3 => s => s.PaymentFailed(Failed(order))?.Details.OrderId,
            _ => s => s.Shipped(notification)?.Details.OrderId,
        };
    }

    internal static Func<ShipmentState, object?> ShipmentOperation(Random random, int order)
    {
        var seller = random.Next(1, 4);
        var sellers = Enumerable.Range(1, 3).OrderBy(_ => random.Next()).Take(random.Next(1, 3)).ToArray();
        return random.Next(3) switch
        {
            0 => s => s.Approve(Samples.Paid(7, order, [.. Samples.Items(sellers)]), 0, Samples.Noon.AddSeconds(order)).Shipment.OrderId,
            1 => s => Deliver(s, seller),
            _ => Acknowledge,
        };
    }

    private static object? Deliver(ShipmentState state, int seller)
    {
        var chosen = state.Oldest(10).Orders.FirstOrDefault(order => order.SellerId == seller);
        if (chosen is null)
            return null;

        var delivery = state.Deliver(chosen, Samples.Noon)!;
        return (chosen.OrderId, delivery.IsFirst);
    }

    private static object? Acknowledge(ShipmentState state)
    {
        if (state.Unacknowledged.IsEmpty)
            return null;

        var shipment = state.Unacknowledged.Keys.Min();
        return (state.Open[shipment].Shipment.OrderId, state.Acknowledge(shipment) is not null);
    }

    private static string Packages(ImmutableArray<Package> packages) =>
        string.Join(", ", packages.Select(package => (package.SellerId, package.Status)));

    private static PaymentFailed Failed(int order)
    {
        var paid = Samples.Paid(7, order);
        return new PaymentFailed("t", paid.Reservation, paid.Checkout, order, 1m, [], Samples.Noon, PaymentStatus.Canceled);
    }

    private static ShipmentNotification Notification(int order, ShipmentStatus status) => new("t", 7, order, status, Samples.Noon);
}
