namespace Marketplace.Contracts.Entities;

/// <summary>The shipment of an order; one an order, a package an order item.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="PackageCount">Number of packages.</param>
/// <param name="TotalFreightValue">Σ of the packages' freight.</param>
/// <param name="RequestDate">When Shipment took it on, UTC: its age for Update Delivery.</param>
/// <param name="FirstName">Given name of the receiver.</param>
/// <param name="LastName">Family name of the receiver.</param>
/// <param name="Street">Street and number.</param>
/// <param name="Complement">Flat, floor; may be empty.</param>
/// <param name="ZipCode">Postal code.</param>
[GenerateSerializer, Immutable]
public sealed record Shipment(
    int OrderId,
    int CustomerId,
    int PackageCount,
    decimal TotalFreightValue,
    DateTime RequestDate,
    ShipmentStatus Status,
    string FirstName,
    string LastName,
    string Street,
    string Complement,
    string ZipCode,
    string City,
    string State);
