using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Events;

/// <summary>E3 StockConfirmed: some or all items of a checkout are reserved.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="Reservation">Session and attempt of the checkout.</param>
/// <param name="Time">When, UTC.</param>
/// <param name="Checkout">Who buys, where to ship, how to pay.</param>
/// <param name="Items">The reserved lines, after reconciliation.</param>
[GenerateSerializer, Immutable]
public sealed record StockConfirmed(
    string Tid,
    ReservationId Reservation,
    DateTime Time,
    CustomerCheckout Checkout,
    ImmutableArray<CartItem> Items);
