namespace Marketplace.Contracts.Events;

/// <summary>E4 ReserveStockFailed: no item of a checkout could be reserved.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="Reservation">Session and attempt of the checkout.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="Items">Why, for each item.</param>
[GenerateSerializer, Immutable]
public sealed record ReserveStockFailed(
    string Tid,
    ReservationId Reservation,
    DateTime Time,
    ImmutableArray<ItemRejection> Items);

/// <summary>Why an item could not be reserved.</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Status">Out of stock, or unavailable.</param>
[GenerateSerializer, Immutable]
public sealed record ItemRejection(
    int SellerId,
    int ProductId,
    ItemStatus Status);
