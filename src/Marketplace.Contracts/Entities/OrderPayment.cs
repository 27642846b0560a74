namespace Marketplace.Contracts.Entities;

/// <summary>One payment line of an order: the main line (sequential 1), or a voucher.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="PaymentSequential">1 for the main line, then one for each voucher.</param>
/// <param name="Type">Means of payment.</param>
/// <param name="Installments">Installments, as the customer chose.</param>
/// <param name="Value">Main line: total invoice; voucher line: the incentive of an item.</param>
/// <param name="Status">Outcome.</param>
[GenerateSerializer, Immutable]
public sealed record OrderPayment(
    int OrderId,
    int PaymentSequential,
    PaymentType Type,
    int Installments,
    decimal Value,
    PaymentStatus Status);

/// <summary>The card behind a payment line.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="PaymentSequential">Payment line.</param>
/// <param name="CardHolderName">Name on the card.</param>
/// <param name="CardExpiration">Expiry, MMyy.</param>
[GenerateSerializer, Immutable]
public sealed record OrderPaymentCard(
    int OrderId,
    int PaymentSequential,
    string CardNumber,
    string CardHolderName,
    string CardExpiration,
    string CardBrand);
