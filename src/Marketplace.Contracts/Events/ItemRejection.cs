using Marketplace.Contracts.Entities;
using Orleans;

namespace Marketplace.Contracts.Events;

/// <summary>Why an item could not be reserved.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Status">Out of stock, or unavailable.</param>
[GenerateSerializer, Immutable]
public sealed record ItemRejection(
    int SellerId,
    int ProductId,
    ItemStatus Status);
