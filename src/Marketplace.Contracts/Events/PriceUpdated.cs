namespace Marketplace.Contracts.Events;

/// <summary>E0 PriceUpdate: Product tells cart replicas of a new price.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Version">Version of the product that the price belongs to.</param>
/// <param name="Price">New price of one piece.</param>
/// <param name="Sequence">Place of the update among those of the product, from 1.</param>
/// <param name="SellerSequence">Place of the update among all updates of the seller, from 1; 0 where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record PriceUpdated(
    string Tid,
    int SellerId,
    int ProductId,
    string Version,
    decimal Price,
    int Sequence = 0,
    long SellerSequence = 0);
