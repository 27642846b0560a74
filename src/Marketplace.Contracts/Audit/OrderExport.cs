using Marketplace.Contracts.Events;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/orders`: an order with its items and history. Pre-populated orders have an empty tid.</summary>
/// <param name="Tid">Transaction that made it.</param>
/// <param name="Reservation">Session and attempt.</param>
/// <param name="History">Its statuses, oldest first.</param>
[GenerateSerializer, Immutable]
public sealed record OrderExport(
    string Tid,
    ReservationId Reservation,
    Order Order,
    ImmutableArray<OrderItem> Items,
    ImmutableArray<OrderHistory> History);

/// <summary>`/audit/order-counters`: the order counter of a customer (customer_orders).</summary>
/// <param name="OrderCount">Orders ever made, the pre-populated ones included.</param>
[GenerateSerializer, Immutable]
public sealed record OrderCounterExport(
    int CustomerId,
    int OrderCount);
