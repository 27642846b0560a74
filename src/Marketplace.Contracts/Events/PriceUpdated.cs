using Orleans;

namespace Marketplace.Contracts.Events;

/// <summary>E0 PriceUpdate: Product tells cart replicas of a new price.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Version">Version of the product that the price belongs to.</param>
/// <param name="Price">New price of one piece.</param>
[GenerateSerializer, Immutable]
public sealed record PriceUpdated(
    string Tid,
    int SellerId,
    int ProductId,
    string Version,
    decimal Price);
