namespace Marketplace.Audit.History;

/// <summary>A cart item as the driver sent it.</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="Version">Version of the product as the driver's mirror knew it.</param>
/// <param name="UnitPrice">Price of one piece as shown to the customer.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="Voucher">Discount of the whole line.</param>
/// <param name="Quantity">Pieces, from 1.</param>
public readonly record struct SentItem(
    int SellerId,
    int ProductId,
    string Version,
    decimal UnitPrice,
    decimal FreightValue,
    decimal Voucher,
    int Quantity);
