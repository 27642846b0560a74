using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Shipment;

/// <summary>Shipments with their packages.</summary>
/// <param name="Items">The shipments.</param>
[GenerateSerializer, Immutable]
public sealed record Shipments(ImmutableArray<ShipmentExport> Items);
