namespace Marketplace.Contracts.Entities;

/// <summary>A seller as ingested.</summary>
/// <param name="Id">Seller id, from 1.</param>
/// <param name="Name">Trade name.</param>
/// <param name="CompanyName">Legal name.</param>
/// <param name="Email">E-mail address.</param>
/// <param name="Phone">Phone number.</param>
/// <param name="MobilePhone">Mobile phone number.</param>
/// <param name="Cpf">Personal tax number.</param>
/// <param name="Cnpj">Company tax number.</param>
/// <param name="Address">Street and number.</param>
/// <param name="Complement">Flat, floor; may be empty.</param>
/// <param name="ZipCode">Postal code.</param>
[GenerateSerializer, Immutable]
public sealed record Seller(
    int Id,
    string Name,
    string CompanyName,
    string Email,
    string Phone,
    string MobilePhone,
    string Cpf,
    string Cnpj,
    string Address,
    string Complement,
    string City,
    string State,
    string ZipCode);
