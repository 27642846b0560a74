using Orleans;

namespace Marketplace.Contracts.Requests;

/// <summary>The request to add pieces to the stock of a product.</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Qty">Pieces to add, 1 to 1,000,000.</param>
[GenerateSerializer, Immutable]
public sealed record Replenishment(
    int SellerId,
    int ProductId,
    int Qty);
