namespace Marketplace.Contracts.Entities;

/// <summary>Status of a cart session. The numbers are the wire format.</summary>
public enum CartStatus
{
    /// <summary>OPEN.</summary>
    Open = 0,

    /// <summary>CHECKOUT_SENT.</summary>
    CheckoutSent = 1,
}

/// <summary>What Stock answered for an item (contract §3). The numbers are the wire format.</summary>
public enum ItemStatus
{
    /// <summary>UNAVAILABLE.</summary>
    Unavailable = 0,

    /// <summary>OUT_OF_STOCK.</summary>
    OutOfStock = 1,

    /// <summary>IN_STOCK.</summary>
    InStock = 3,
}

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

/// <summary>Status of a package. The numbers are the wire format.</summary>
public enum PackageStatus
{
    /// <summary>created.</summary>
    Created = 0,

    /// <summary>ready_to_ship.</summary>
    ReadyToShip = 1,

    /// <summary>canceled.</summary>
    Canceled = 2,

    /// <summary>shipped.</summary>
    Shipped = 3,

    /// <summary>lost.</summary>
    Lost = 4,

    /// <summary>stolen.</summary>
    Stolen = 5,

    /// <summary>seized_for_inspection.</summary>
    SeizedForInspection = 6,

    /// <summary>returning_to_sender.</summary>
    ReturningToSender = 7,

    /// <summary>returned_to_sender.</summary>
    ReturnedToSender = 8,

    /// <summary>awaiting_pickup_by_receiver.</summary>
    AwaitingPickupByReceiver = 9,

    /// <summary>delivered.</summary>
    Delivered = 10,
}

/// <summary>Outcome of a payment. The numbers are the wire format.</summary>
public enum PaymentStatus
{
    /// <summary>requires_payment_method.</summary>
    RequiresPaymentMethod = 0,

    /// <summary>succeeded.</summary>
    Succeeded = 1,

    /// <summary>canceled.</summary>
    Canceled = 2,
}

/// <summary>Status of a shipment. The numbers are the wire format.</summary>
public enum ShipmentStatus
{
    /// <summary>approved.</summary>
    Approved = 0,

    /// <summary>delivery_in_progress.</summary>
    DeliveryInProgress = 1,

    /// <summary>concluded.</summary>
    Concluded = 2,
}
