using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>The card behind a payment line.</summary>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="PaymentSequential">Payment line.</param>
/// <param name="CardNumber">Card number.</param>
/// <param name="CardHolderName">Name on the card.</param>
/// <param name="CardExpiration">Expiry, MMyy.</param>
/// <param name="CardBrand">Brand.</param>
[GenerateSerializer, Immutable]
public sealed record OrderPaymentCard(
    int OrderId,
    int PaymentSequential,
    string CardNumber,
    string CardHolderName,
    string CardExpiration,
    string CardBrand);
