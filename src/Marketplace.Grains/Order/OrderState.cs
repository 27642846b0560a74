using System.Text.Json.Serialization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.EventDelivery;
using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains.Order;

/// <summary>The orders of one customer: the counter that names them, and those that are not over.</summary>
[GenerateSerializer]
internal sealed partial class OrderState : IEventState
{
    /// <summary>Orders ever made: a customer's ids are 1…n without a gap.</summary>
    [Id(0), JsonInclude]
    public int OrderCount { get; internal set; }

    [Id(1), JsonInclude]
    public int IngestedCount { get; internal set; }

    /// <summary>Orders that are neither concluded nor failed; the others are in the archive.</summary>
    [Id(2), JsonIgnore]
    public RowMap<OrderExport> Open { get; internal set; } = RowMap<OrderExport>.Empty;

    [Id(3)]
    public DeliveryState? Book { get; set; }

    [JsonIgnore]
    public bool IsEmpty => OrderCount == 0;

    public void Reset() => (OrderCount, Open, Book) = (IngestedCount, Open.Clear(), null);

    /// <summary>Counts an ingested order.</summary>
    /// <param name="orderId">Its id: the next one, and no transaction may have made an order before.</param>
    public bool Ingest(int orderId)
    {
        if (OrderCount != IngestedCount || orderId != OrderCount + 1)
            return false;

        OrderCount = IngestedCount = orderId;
        return true;
    }

    /// <summary>E3: makes the order and its invoice.</summary>
    /// <param name="now">Time, UTC.</param>
    /// <returns>The order.</returns>
    public OrderExport Invoice(StockConfirmed confirmed, DateTime now)
    {
        var order = Invoicing.Invoice(confirmed, ++OrderCount, now);
        Open = Open.Add(order.Order.Id, order);
        return order;
    }

    /// <summary>E6: the payment was confirmed.</summary>
    public void PaymentConfirmed(PaymentConfirmed confirmed)
    {
        if (Open.TryGetValue(confirmed.OrderId, out var order))
            Advance(order with { Order = order.Order with { PaymentDate = confirmed.Date } }, OrderStatus.PaymentProcessed, confirmed.Date);
    }

    /// <summary>E7: the payment failed.</summary>
    /// <returns>The order, which is over and has left the state; null if it was unknown.</returns>
    public OrderExport? PaymentFailed(PaymentFailed failed) =>
        Open.TryGetValue(failed.OrderId, out var order)
            ? Close(order with { Order = order.Order with { PaymentDate = failed.Date } }, OrderStatus.PaymentFailed, failed.Date)
            : null;

    /// <summary>E8: the shipment went on.</summary>
    /// <returns>The order, if it is over by that and has left the state.</returns>
    public OrderExport? Shipped(ShipmentNotification notification)
    {
        if (!Open.TryGetValue(notification.OrderId, out var order))
            return null;

        switch (notification.Status)
        {
            case ShipmentStatus.Approved:
                Advance(order, OrderStatus.ReadyForShipment, notification.Date);
                return null;
            case ShipmentStatus.DeliveryInProgress:
                var inTransit = order.Order with { DeliveredCarrierDate = notification.Date };
                Advance(order with { Order = inTransit }, OrderStatus.InTransit, notification.Date);
                return null;
            default:
                var delivered = order.Order with { DeliveredCustomerDate = notification.Date };
                return Close(order with { Order = delivered }, OrderStatus.Delivered, notification.Date);
        }
    }

    private static OrderExport Step(OrderExport order, OrderStatus status, DateTime now) => order with
    {
        Order = order.Order with { Status = status, UpdatedAt = now },
        History = order.History.Add(new OrderHistory(order.History.Length + 1, order.Order.Id, now, status)),
    };

    private void Advance(OrderExport order, OrderStatus status, DateTime now) =>
        Open = Open.SetItem(order.Order.Id, Step(order, status, now));

    private OrderExport Close(OrderExport order, OrderStatus status, DateTime now)
    {
        Open = Open.Remove(order.Order.Id);
        return Step(order, status, now);
    }
}
