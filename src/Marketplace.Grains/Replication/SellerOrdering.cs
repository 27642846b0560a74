namespace Marketplace.Grains.Replication;

/// <summary>Whether the updates of a seller have an order among each other (`causal-across-objects`).</summary>
/// <param name="IsKept">If so, each update of a product touches the seller's log too.</param>
public sealed record SellerOrdering(bool IsKept);
