namespace Marketplace.Contracts.Entities;

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
