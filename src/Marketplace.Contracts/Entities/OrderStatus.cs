namespace Marketplace.Contracts.Entities;

/// <summary>Status of an order. The numbers are the wire format.</summary>
public enum OrderStatus
{
    /// <summary>CREATED.</summary>
    Created = 0,

    /// <summary>PROCESSING.</summary>
    Processing = 1,

    /// <summary>APPROVED.</summary>
    Approved = 2,

    /// <summary>CANCELED.</summary>
    Canceled = 3,

    /// <summary>UNAVAILABLE.</summary>
    Unavailable = 4,

    /// <summary>INVOICED.</summary>
    Invoiced = 5,

    /// <summary>READY_FOR_SHIPMENT.</summary>
    ReadyForShipment = 6,

    /// <summary>IN_TRANSIT.</summary>
    InTransit = 7,

    /// <summary>DELIVERED.</summary>
    Delivered = 8,

    /// <summary>PAYMENT_FAILED.</summary>
    PaymentFailed = 9,

    /// <summary>PAYMENT_PROCESSED.</summary>
    PaymentProcessed = 10,
}
