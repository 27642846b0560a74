using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/order-counters`: the order counter of a customer (customer_orders).</summary>
/// <param name="CustomerId">Customer.</param>
/// <param name="OrderCount">Orders ever made, the pre-populated ones included.</param>
[GenerateSerializer, Immutable]
public sealed record OrderCounterExport(
    int CustomerId,
    int OrderCount);
