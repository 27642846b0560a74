namespace Marketplace.Contracts.Entities;

/// <summary>One package: an order item on its way.</summary>
/// <param name="ShipmentId">Shipment id within its partition, from 1.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="PackageId">1…n within the shipment.</param>
/// <param name="ProductId">Product of the seller.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="ShippingDate">When it was shipped, UTC.</param>
/// <param name="DeliveryDate">When it was delivered, UTC.</param>
/// <param name="Quantity">Pieces.</param>
[GenerateSerializer, Immutable]
public sealed record Package(
    int ShipmentId,
    int OrderId,
    int CustomerId,
    int PackageId,
    int SellerId,
    int ProductId,
    string ProductName,
    decimal FreightValue,
    DateTime ShippingDate,
    DateTime? DeliveryDate,
    int Quantity,
    PackageStatus Status);
