using Orleans;

namespace Marketplace.Contracts.Events;

/// <summary>E1 ProductDelete: Product tells Stock and cart replicas that a version is gone.</summary>
/// <param name="Tid">Transaction that produced the event.</param>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Version">Version that is gone.</param>
/// <param name="NewVersion">Version that takes its place; null where nothing does.</param>
/// <param name="Price">Price of the new version, or the last price.</param>
[GenerateSerializer, Immutable]
public sealed record ProductDeleted(
    string Tid,
    int SellerId,
    int ProductId,
    string Version,
    string? NewVersion,
    decimal Price);
