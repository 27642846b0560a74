using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>One line of a cart, with price and freight as they were shown to the customer.</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="ProductName">Product name.</param>
/// <param name="UnitPrice">Price of one piece as shown.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="Quantity">Pieces, from 1.</param>
/// <param name="Voucher">Discount of the whole line, absolute.</param>
/// <param name="Version">Version of the product as shown.</param>
[GenerateSerializer, Immutable]
public sealed record CartItem(
    int SellerId,
    int ProductId,
    string ProductName,
    decimal UnitPrice,
    decimal FreightValue,
    int Quantity,
    decimal Voucher,
    string Version);
