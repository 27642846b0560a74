using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>Items of a cart.</summary>
/// <param name="Items">By seller and product.</param>
[GenerateSerializer, Immutable]
public sealed record CartItems(ImmutableArray<CartItem> Items);
