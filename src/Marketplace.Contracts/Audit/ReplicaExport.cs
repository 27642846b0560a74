using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>What a cart knows of a product that it holds (replica_products).</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Version">Current version; null once the product is gone.</param>
/// <param name="Price">Price of one piece of that version.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaExport(
    int SellerId,
    int ProductId,
    string? Version,
    decimal Price);
