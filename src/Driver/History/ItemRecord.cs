namespace Marketplace.Driver.History;

/// <summary>A <see cref="SentItem"/> as the load path holds it: with the version as a number, so that nothing is allocated.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product.</param>
/// <param name="Version">Number of the version (<see cref="RunNames"/>).</param>
/// <param name="UnitPrice">Price of one piece.</param>
/// <param name="FreightValue">Freight of the line.</param>
/// <param name="Voucher">Discount of the whole line.</param>
/// <param name="Quantity">Pieces.</param>
internal readonly record struct ItemRecord(
    int SellerId,
    int ProductId,
    long Version,
    decimal UnitPrice,
    decimal FreightValue,
    decimal Voucher,
    int Quantity);
