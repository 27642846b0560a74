using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Order;

/// <summary>Orders of one customer.</summary>
/// <param name="OrderCount">Orders ever made (customer_orders).</param>
/// <param name="Orders">Oldest first.</param>
[GenerateSerializer, Immutable]
internal sealed record CustomerOrders(int OrderCount, ImmutableArray<OrderExport> Orders);

/// <summary>Pre-populated orders of one customer.</summary>
/// <param name="Items">The orders, in the order in which they are ingested.</param>
[GenerateSerializer, Immutable]
internal sealed record IngestedOrders(ImmutableArray<OrderExport> Items);

/// <summary>What became of several things that were asked for at once.</summary>
/// <param name="Items">For each of them null, or why it was not done.</param>
[GenerateSerializer, Immutable]
internal sealed record Refusals(ImmutableArray<Refusal?> Items);
