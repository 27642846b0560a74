using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Grains.Shipment;

/// <summary>Sellers of orders.</summary>
/// <param name="Sellers">Their ids; one that sells in several orders can come several times.</param>
[GenerateSerializer, Immutable]
public sealed record OrderSellers(ImmutableArray<int> Sellers);
