using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>The answer of the dashboard: aggregate and entries from one snapshot.</summary>
/// <param name="SellerView">The aggregate.</param>
/// <param name="OrderEntries">The entries behind it.</param>
[GenerateSerializer, Immutable]
public sealed record SellerDashboard(
    OrderSellerView SellerView,
    ImmutableArray<OrderEntry> OrderEntries);
