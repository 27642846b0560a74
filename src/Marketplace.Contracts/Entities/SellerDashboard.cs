using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>The answer of the dashboard: aggregate and entries from one snapshot.</summary>
/// <param name="SellerView">The aggregate.</param>
/// <param name="OrderEntries">The entries behind it.</param>
[GenerateSerializer, Immutable]
public sealed record SellerDashboard(
    [property: JsonPropertyName("sellerView")] OrderSellerView SellerView,
    [property: JsonPropertyName("orderEntries")] ImmutableArray<OrderEntry> OrderEntries);
