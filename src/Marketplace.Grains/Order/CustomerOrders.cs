using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Order;

/// <summary>Orders of one customer.</summary>
/// <param name="OrderCount">Orders ever made (customer_orders).</param>
/// <param name="Orders">Oldest first.</param>
[GenerateSerializer, Immutable]
public sealed record CustomerOrders(int OrderCount, ImmutableArray<OrderExport> Orders);
