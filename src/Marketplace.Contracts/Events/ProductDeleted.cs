namespace Marketplace.Contracts.Events;

/// <summary>E1 ProductDelete: Product tells Stock and cart replicas that a version is gone.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Version">Version that is gone.</param>
/// <param name="NewVersion">Version that takes its place; null where nothing does.</param>
/// <param name="Price">Price of the new version, or the last price.</param>
/// <param name="Sequence">Place of the update among those of the product, from 1.</param>
/// <param name="SellerSequence">Place of the update among all updates of the seller, from 1; 0 where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record ProductDeleted(
    string Tid,
    int SellerId,
    int ProductId,
    string Version,
    string? NewVersion,
    decimal Price,
    int Sequence = 0,
    long SellerSequence = 0);
