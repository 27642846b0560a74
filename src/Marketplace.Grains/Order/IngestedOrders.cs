using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Order;

/// <summary>Pre-populated orders of one customer.</summary>
/// <param name="Items">The orders, in the order in which they are ingested.</param>
[GenerateSerializer, Immutable]
public sealed record IngestedOrders(ImmutableArray<OrderExport> Items);
