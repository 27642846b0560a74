using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>Some products of a seller.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductIds">Products of that seller, in ascending order.</param>
[GenerateSerializer, Immutable]
public sealed record ProductsOfSeller(int SellerId, ImmutableArray<int> ProductIds);
