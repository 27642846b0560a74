using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Grains.Shipment;

/// <summary>The delivery of one seller's packages of a shipment.</summary>
/// <param name="Chosen">Seller and order.</param>
/// <param name="IsFirst">Whether the shipment came under delivery by it.</param>
/// <param name="Packages">The packages delivered.</param>
internal sealed record Delivery(DeliveredOrder Chosen, bool IsFirst, ImmutableArray<Package> Packages);
