using Marketplace.Contracts.Events;

namespace Marketplace.Grains.EventDelivery;

/// <summary>The names of the events.</summary>
internal static class EventIds
{
    /// <summary>E1 at Stock.</summary>
    public static EventId ToStock(this ProductDeleted deleted, int update) => new(
        EventKind.ProductDeleted,
        deleted.SellerId,
        deleted.ProductId,
        update,
        EventConsumer.Stock,
        Keys.Pair(deleted.SellerId, deleted.ProductId));

    /// <summary>E4 at Customer.</summary>
    public static EventId ToCustomer(this ReserveStockFailed failed)
    {
        var (customer, session, attempt) = failed.Reservation;
        return new(EventKind.ReserveStockFailed, customer, session, attempt, EventConsumer.Customer, customer);
    }

    /// <summary>E5.</summary>
    public static EventId To(this InvoiceIssued invoice, EventConsumer consumer, long key) =>
        new(EventKind.InvoiceIssued, invoice.Reservation.CustomerId, invoice.OrderId, 0, consumer, key);

    /// <summary>E6.</summary>
    public static EventId To(this PaymentConfirmed confirmed, EventConsumer consumer, long key) =>
        new(EventKind.PaymentConfirmed, confirmed.Reservation.CustomerId, confirmed.OrderId, 0, consumer, key);

    /// <summary>E7.</summary>
    public static EventId To(this PaymentFailed failed, EventConsumer consumer, long key) =>
        new(EventKind.PaymentFailed, failed.Reservation.CustomerId, failed.OrderId, 0, consumer, key);

    /// <summary>E8.</summary>
    public static EventId To(this ShipmentNotification notification, EventConsumer consumer, long key) =>
        new(EventKind.ShipmentNotification, notification.CustomerId, notification.OrderId, (int)notification.Status, consumer, key);

    /// <summary>E9.</summary>
    public static EventId To(this DeliveredPackages delivered, EventConsumer consumer, long key) =>
        new(EventKind.DeliveryNotification, delivered.CustomerId, delivered.OrderId, delivered.SellerId, consumer, key);

    /// <summary>CartAbandoned at Customer: at most one for each session.</summary>
    public static EventId ToCustomer(this CartAbandoned abandoned) =>
        new(EventKind.CartAbandoned, abandoned.CustomerId, abandoned.Session, 0, EventConsumer.Customer, abandoned.CustomerId);

    /// <summary>LowStockWarning at Seller.</summary>
    public static EventId ToSeller(this LowStockWarning warning) =>
        new(EventKind.LowStockWarning, warning.SellerId, warning.ProductId, warning.Event, EventConsumer.Seller, warning.SellerId);
}
