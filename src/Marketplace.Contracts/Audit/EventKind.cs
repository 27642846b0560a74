namespace Marketplace.Contracts.Audit;

/// <summary>The events that one service tells another of; the numbers are the paper's where it has one (section 3.1).</summary>
public enum EventKind
{
    /// <summary>E1: a version of a product is gone.</summary>
    ProductDeleted = 1,

    /// <summary>E4: no item of a checkout could be reserved.</summary>
    ReserveStockFailed = 4,

    /// <summary>E5: an invoice was issued.</summary>
    InvoiceIssued = 5,

    /// <summary>E6: a payment was confirmed.</summary>
    PaymentConfirmed = 6,

    /// <summary>E7: a payment failed.</summary>
    PaymentFailed = 7,

    /// <summary>E8: a shipment is approved, under delivery, or concluded.</summary>
    ShipmentNotification = 8,

    /// <summary>E9: the packages of one seller in one order were delivered.</summary>
    DeliveryNotification = 9,

    /// <summary>A session came to nothing.</summary>
    CartAbandoned = 10,

    /// <summary>More of an item is asked for than is left.</summary>
    LowStockWarning = 11,
}
