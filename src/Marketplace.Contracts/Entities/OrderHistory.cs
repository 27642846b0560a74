using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>One change of status of an order.</summary>
/// <param name="Id">1…n within the order.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="CreatedAt">When, UTC.</param>
/// <param name="Status">The status entered.</param>
[GenerateSerializer, Immutable]
public sealed record OrderHistory(
    int Id,
    int OrderId,
    DateTime CreatedAt,
    OrderStatus Status);
