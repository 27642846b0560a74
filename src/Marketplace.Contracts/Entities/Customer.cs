namespace Marketplace.Contracts.Entities;

/// <summary>A customer as ingested, with its statistics (paper section 3, Customer service).</summary>
/// <param name="Id">Customer id, from 1.</param>
/// <param name="FirstName">Given name.</param>
/// <param name="LastName">Family name.</param>
/// <param name="Address">Street and number.</param>
/// <param name="Complement">Flat, floor; may be empty.</param>
/// <param name="BirthDate">Date of birth, as the client wrote it.</param>
/// <param name="ZipCode">Postal code.</param>
/// <param name="CardExpiration">Card expiry, MMyy.</param>
/// <param name="CardHolderName">Name on the card.</param>
/// <param name="CardType">Card brand.</param>
/// <param name="SuccessPaymentCount">Confirmed payments (E6).</param>
/// <param name="FailedPaymentCount">Failed payments (E7).</param>
/// <param name="DeliveryCount">Delivered packages (E9).</param>
/// <param name="Data">Free text of the benchmark.</param>
/// <param name="RejectedCheckoutCount">Checkouts in which no item could be reserved (E4).</param>
/// <param name="TotalSpent">Sum of the invoices paid.</param>
[GenerateSerializer, Immutable]
public sealed record Customer(
    int Id,
    string FirstName,
    string LastName,
    string Address,
    string Complement,
    string BirthDate,
    string ZipCode,
    string City,
    string State,
    string CardNumber,
    string CardSecurityNumber,
    string CardExpiration,
    string CardHolderName,
    string CardType,
    int SuccessPaymentCount,
    int FailedPaymentCount,
    int DeliveryCount,
    string Data,
    int RejectedCheckoutCount,
    int AbandonedCartCount,
    decimal TotalSpent);
