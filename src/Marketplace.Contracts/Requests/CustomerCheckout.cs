using System.Text.Json.Serialization;
using Marketplace.Contracts.Json;

namespace Marketplace.Contracts.Requests;

/// <summary>The request to check out a cart (paper section 3.2, Customer Checkout).</summary>
/// <param name="FirstName">Given name of the receiver.</param>
/// <param name="LastName">Family name of the receiver.</param>
/// <param name="Street">Street and number.</param>
/// <param name="Complement">Flat, floor; may be empty.</param>
/// <param name="ZipCode">Postal code.</param>
/// <param name="PaymentType">Credit card, debit card or boleto.</param>
/// <param name="CardHolderName">Name on the card.</param>
/// <param name="CardExpiration">Expiry, MMyy.</param>
/// <param name="Installments">Installments; 0 is accepted.</param>
/// <param name="InstanceId">The transaction id (tid) that the client gave.</param>
[GenerateSerializer, Immutable]
public sealed record CustomerCheckout(
    int CustomerId,
    string FirstName,
    string LastName,
    string Street,
    string Complement,
    string City,
    string State,
    string ZipCode,
    [property: JsonConverter(typeof(PaymentTypeConverter))] PaymentType PaymentType,
    string CardNumber,
    string CardHolderName,
    string CardExpiration,
    string CardSecurityNumber,
    string CardBrand,
    int Installments,
    string InstanceId);
