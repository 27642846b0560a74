using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Events;

/// <summary>E5 InvoiceIssued: Order asks Payment for the money and tells the sellers. A seller gets its own items alone.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="Reservation">Session and attempt of the checkout.</param>
/// <param name="Checkout">Who buys, where to ship, how to pay.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="Date">When issued, UTC.</param>
/// <param name="TotalInvoice">What the customer pays for the whole order.</param>
/// <param name="Items">The order items that concern the receiver.</param>
[GenerateSerializer, Immutable]
public sealed record InvoiceIssued(
    string Tid,
    ReservationId Reservation,
    CustomerCheckout Checkout,
    int OrderId,
    string InvoiceNumber,
    DateTime Date,
    decimal TotalInvoice,
    ImmutableArray<OrderItem> Items);
