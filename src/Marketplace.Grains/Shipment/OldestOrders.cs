using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Shipment;

/// <summary>Sellers' oldest open orders.</summary>
/// <param name="Orders">At most one a seller.</param>
[GenerateSerializer, Immutable]
public sealed record OldestOrders(ImmutableArray<DeliveredOrder> Orders);
