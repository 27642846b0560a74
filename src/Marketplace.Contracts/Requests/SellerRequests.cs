namespace Marketplace.Contracts.Requests;

/// <summary>The request to change a price (paper section 3.2, Price Update).</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Price">New price of one piece.</param>
/// <param name="InstanceId">The transaction id (tid) that the client gave.</param>
/// <param name="Version">Version that the client means; null means the current one.</param>
[GenerateSerializer, Immutable]
public sealed record PriceUpdate(
    int SellerId,
    int ProductId,
    decimal Price,
    string InstanceId,
    string? Version);

/// <summary>The request to add pieces to the stock of a product.</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Qty">Pieces to add, 1 to 1,000,000.</param>
[GenerateSerializer, Immutable]
public sealed record Replenishment(
    int SellerId,
    int ProductId,
    int Qty);
