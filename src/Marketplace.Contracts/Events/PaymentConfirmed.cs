using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Events;

/// <summary>E6 PaymentConfirmed.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="Reservation">Session and attempt of the checkout.</param>
/// <param name="Checkout">Who buys, where to ship, how to pay.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="TotalInvoice">What was paid.</param>
/// <param name="Date">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record PaymentConfirmed(
    string Tid,
    ReservationId Reservation,
    CustomerCheckout Checkout,
    int OrderId,
    decimal TotalInvoice,
    ImmutableArray<OrderItem> Items,
    DateTime Date);
