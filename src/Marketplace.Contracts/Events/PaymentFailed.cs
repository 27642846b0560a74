using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Events;

/// <summary>E7 PaymentFailed: the provider declined, or could not be reached.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="Reservation">Session and attempt of the checkout.</param>
/// <param name="Checkout">Who buys, where to ship, how to pay.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="TotalInvoice">What was not paid.</param>
/// <param name="Date">When, UTC.</param>
/// <param name="Status">Outcome of the main payment line.</param>
[GenerateSerializer, Immutable]
public sealed record PaymentFailed(
    string Tid,
    ReservationId Reservation,
    CustomerCheckout Checkout,
    int OrderId,
    decimal TotalInvoice,
    ImmutableArray<OrderItem> Items,
    DateTime Date,
    PaymentStatus Status);
