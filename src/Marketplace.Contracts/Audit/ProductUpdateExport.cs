namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/product-updates`: a committed update of a product. There if the setting Recording is `full`.</summary>
/// <param name="Tid">Transaction that made it; empty if the client gave no id.</param>
/// <param name="Product">Product of that seller.</param>
/// <param name="Version">Version after the update; null once the product is gone.</param>
/// <param name="Price">Price of one piece after the update.</param>
/// <param name="Sequence">Place of the update among those of the product, from 1.</param>
/// <param name="SellerSequence">Place of the update among all updates of the seller, from 1; 0 where they have no order.</param>
/// <param name="Time">When, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record ProductUpdateExport(
    string Tid,
    int Seller,
    int Product,
    string? Version,
    decimal Price,
    int Sequence,
    long SellerSequence,
    DateTime Time);
