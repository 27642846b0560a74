using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Orleans;

namespace Marketplace.Grains.Seller;

/// <summary>What a seller should look at.</summary>
/// <param name="LowStock">Low-stock warnings, the newest first.</param>
[GenerateSerializer, Immutable]
public sealed record SellerAlerts(ImmutableArray<LowStockWarning> LowStock);

/// <summary>A seller with its open orders.</summary>
/// <param name="Open">Its open orders.</param>
[GenerateSerializer, Immutable]
public sealed record SellerOrders(SellerExport Seller, ImmutableArray<EntryExport> Open);
