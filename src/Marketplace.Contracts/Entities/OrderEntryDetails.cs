using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>The customer side of a seller's entries: one a seller and order.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="CustomerId">Customer.</param>
/// <param name="OrderDate">When the invoice was issued, UTC.</param>
/// <param name="Status">Status of the order.</param>
/// <param name="FirstName">Given name.</param>
/// <param name="LastName">Family name.</param>
/// <param name="Street">Street and number.</param>
/// <param name="Complement">Flat, floor; may be empty.</param>
/// <param name="ZipCode">Postal code.</param>
/// <param name="City">City.</param>
/// <param name="State">State.</param>
/// <param name="CardBrand">Card brand.</param>
/// <param name="Installments">Installments.</param>
[GenerateSerializer, Immutable]
public sealed record OrderEntryDetails(
    int SellerId,
    int OrderId,
    int CustomerId,
    DateTime OrderDate,
    OrderStatus Status,
    string FirstName,
    string LastName,
    string Street,
    string Complement,
    string ZipCode,
    string City,
    string State,
    string CardBrand,
    int Installments);
