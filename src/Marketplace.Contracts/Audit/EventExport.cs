namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/events`: an event was emitted, or arrived at a consumer. There if the setting Recording is `full`.</summary>
/// <param name="Tid">Transaction that produced the event; empty if the client gave no id.</param>
/// <param name="Stage">What became of it.</param>
/// <param name="Number">
/// Place of the arrival among all arrivals at the consumer, growing, with gaps; of a sending its number in the outbox, 0 without.
/// </param>
/// <param name="Time">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record EventExport(string Tid, EventId Id, EventStage Stage, int Number, DateTime Time);

/// <summary>What became of an event.</summary>
public enum EventStage
{
    /// <summary>Its producer told of it: recorded when the producer's part of the transaction commits.</summary>
    Emitted = 0,

    /// <summary>It arrived, and the consumer acted on it.</summary>
    Applied = 1,

    /// <summary>It arrived once more, and the consumer knew it: nothing was done.</summary>
    Repeated = 2,
}

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

/// <summary>The services that hear of events.</summary>
public enum EventConsumer
{
    /// <summary>Stock: seller and product are its key.</summary>
    Stock = 0,

    /// <summary>Order: the customer is its key.</summary>
    Order = 1,

    /// <summary>Shipment: the partition is its key.</summary>
    Shipment = 2,

    /// <summary>Customer.</summary>
    Customer = 3,

    /// <summary>Seller.</summary>
    Seller = 4,
}
