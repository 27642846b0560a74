using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Facts;

/// <summary>What the services say of one order. What should be there once is a list: a wrong system may have none or two.</summary>
/// <param name="orderId">Order of the customer.</param>
internal sealed class OrderFacts(int customerId, int orderId)
{
    public int CustomerId => customerId;

    /// <summary>Order of the customer.</summary>
    public int OrderId => orderId;

    /// <summary>What Order exports.</summary>
    public List<OrderExport> Exports { get; } = new(1);

    /// <summary>What Payment exports.</summary>
    public List<PaymentExport> Payments { get; } = new(1);

    /// <summary>What Shipment exports.</summary>
    public List<ShipmentExport> Shipments { get; } = new(1);

    /// <summary>What the sellers export.</summary>
    public List<EntryExport> Entries { get; } = [];

    /// <summary>The Update Deliveries that chose one of its sellers for this order.</summary>
    public List<DeliveredRow> Deliveries { get; } = [];

    /// <summary>The order, if Order exports it exactly once.</summary>
    public OrderExport? Only => Exports.Count == 1 ? Exports[0] : null;

    /// <summary>True if it was there before the workload.</summary>
    public bool IsPrePopulated => Tid.Length == 0;

    /// <summary>Transaction that made it, as the first service that knows it says.</summary>
    public string Tid => Exports.Count > 0 ? Exports[0].Tid
        : Payments.Count > 0 ? Payments[0].Tid
        : Shipments.Count > 0 ? Shipments[0].Tid
        : Entries.Count > 0 ? Entries[0].Tid : "";

    /// <summary>True if its money was taken, as Payment says; where Payment says nothing, as the status of the order says.</summary>
    public bool IsPaid => Payments.Count > 0
        ? Payments[0].Lines.Length > 0 && Payments[0].Lines[0].Status == PaymentStatus.Succeeded
        : Only?.Order.Status is OrderStatus.PaymentProcessed or OrderStatus.ReadyForShipment or OrderStatus.InTransit
            or OrderStatus.Delivered;

    /// <summary>True if the order is over because its payment failed.</summary>
    public bool IsFailed => Only?.Order.Status == OrderStatus.PaymentFailed;

    /// <summary>Names it for a person.</summary>
    public override string ToString() => $"order {customerId}|{orderId}";
}
