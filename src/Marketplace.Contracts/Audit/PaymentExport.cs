namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/payments`: the payment of an order. Pre-populated ones have an empty tid.</summary>
/// <param name="Tid">Transaction.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="Lines">Payment lines, the main line first.</param>
/// <param name="Card">The card, where one was used.</param>
[GenerateSerializer, Immutable]
public sealed record PaymentExport(
    string Tid,
    int CustomerId,
    int OrderId,
    ImmutableArray<OrderPayment> Lines,
    OrderPaymentCard? Card);
