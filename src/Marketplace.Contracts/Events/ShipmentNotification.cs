namespace Marketplace.Contracts.Events;

/// <summary>E8 ShipmentNotification: the shipment of an order is approved, under delivery, or concluded.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="Status">Status entered.</param>
/// <param name="Date">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record ShipmentNotification(
    string Tid,
    int CustomerId,
    int OrderId,
    ShipmentStatus Status,
    DateTime Date);
