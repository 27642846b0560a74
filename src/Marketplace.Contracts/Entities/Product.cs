namespace Marketplace.Contracts.Entities;

/// <summary>A product of a seller. The pair (seller, product) is its key; a delete replaces it under the same key by a new version.</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="Name">Product name.</param>
/// <param name="Sku">Stock keeping unit.</param>
/// <param name="Price">Price of one piece.</param>
/// <param name="FreightValue">Freight of an order line.</param>
/// <param name="Status">Approval status, "approved".</param>
/// <param name="Version">Opaque version: initially "0", then the tid of the replacement.</param>
/// <param name="Active">False once deleted without a replacement.</param>
[GenerateSerializer, Immutable]
public sealed record Product(
    int SellerId,
    int ProductId,
    string Name,
    string Sku,
    string Category,
    string Description,
    decimal Price,
    decimal FreightValue,
    string Status,
    string Version,
    bool Active = true);
