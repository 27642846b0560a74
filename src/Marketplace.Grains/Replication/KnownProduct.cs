using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>A product of a seller, with what is known of it.</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Replica">What is known.</param>
[GenerateSerializer, Immutable]
public readonly record struct KnownProduct(int ProductId, ProductReplica Replica);
