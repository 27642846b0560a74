using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Grains.Shipment;

/// <summary>What the delivery of one seller's packages changed in a shipment.</summary>
/// <param name="Chosen">Seller and order.</param>
/// <param name="Before">Status of the shipment before.</param>
/// <param name="After">The shipment after.</param>
/// <param name="Packages">The packages delivered.</param>
internal sealed record Delivery(DeliveredOrder Chosen, ShipmentStatus Before, ShipmentExport After, ImmutableArray<Package> Packages);
