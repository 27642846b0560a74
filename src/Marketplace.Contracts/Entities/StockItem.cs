namespace Marketplace.Contracts.Entities;

/// <summary>Stock of one product. 0 ≤ reserved ≤ available holds always (criterion S#3).</summary>
/// <param name="SellerId">Seller, from 1.</param>
/// <param name="ProductId">Product of that seller, from 1.</param>
/// <param name="QtyAvailable">Pieces in stock, the reserved ones included.</param>
/// <param name="QtyReserved">Pieces reserved by checkouts that have not been settled.</param>
/// <param name="OrderCount">Reservations ever asked for.</param>
/// <param name="Ytd">Pieces ever confirmed.</param>
/// <param name="Data">Free text of the benchmark.</param>
/// <param name="Version">Version of the product that this stock belongs to.</param>
/// <param name="Active">False once the product was deleted without a replacement.</param>
[GenerateSerializer, Immutable]
public sealed record StockItem(
    int SellerId,
    int ProductId,
    int QtyAvailable,
    int QtyReserved,
    int OrderCount,
    int Ytd,
    string Data,
    string Version,
    bool Active = true);
