namespace Marketplace.Driver.History;

/// <summary>A cart item as the driver sent it.</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="Quantity">Pieces, from 1.</param>
internal readonly record struct SentItem(
    int SellerId,
    int ProductId,
    string Version,
    decimal UnitPrice,
    decimal FreightValue,
    decimal Voucher,
    int Quantity);
