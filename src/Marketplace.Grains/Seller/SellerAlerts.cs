using System.Collections.Immutable;
using Marketplace.Contracts.Events;
using Orleans;

namespace Marketplace.Grains.Seller;

/// <summary>What a seller should look at.</summary>
/// <param name="LowStock">Low-stock warnings, the newest first.</param>
[GenerateSerializer, Immutable]
public sealed record SellerAlerts(ImmutableArray<LowStockWarning> LowStock);
