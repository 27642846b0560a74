namespace Marketplace.Contracts.Entities;

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
