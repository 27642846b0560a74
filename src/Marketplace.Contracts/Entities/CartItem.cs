using System.Text.Json.Serialization;

namespace Marketplace.Contracts.Entities;

/// <summary>One line of a cart, with price and freight as they were shown to the customer. Its JSON is camelCase, in exports too.</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="UnitPrice">Price of one piece as shown.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="Quantity">Pieces, from 1.</param>
/// <param name="Voucher">Discount of the whole line, absolute.</param>
/// <param name="Version">Version of the product as shown.</param>
[GenerateSerializer, Immutable]
public sealed record CartItem(
    [property: JsonPropertyName("sellerId")] int SellerId,
    [property: JsonPropertyName("productId")] int ProductId,
    [property: JsonPropertyName("productName")] string ProductName,
    [property: JsonPropertyName("unitPrice")] decimal UnitPrice,
    [property: JsonPropertyName("freightValue")] decimal FreightValue,
    [property: JsonPropertyName("quantity")] int Quantity,
    [property: JsonPropertyName("voucher")] decimal Voucher,
    [property: JsonPropertyName("version")] string Version);
