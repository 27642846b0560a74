using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>The products in a cart.</summary>
/// <param name="Products">By <see cref="Keys.Pair"/>, in ascending order.</param>
[GenerateSerializer, Immutable]
public sealed record CartProducts(ImmutableArray<long> Products);
