using System.Collections.Immutable;
using Marketplace.Contracts.Requests;
using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>The products in a cart that a checkout is about to take.</summary>
/// <param name="Products">By <see cref="Keys.Pair"/>, in ascending order.</param>
/// <param name="Known">How the checkout ended, if it is a repeat of the last one; it takes nothing then.</param>
[GenerateSerializer, Immutable]
public sealed record CartProducts(ImmutableArray<long> Products, CheckoutAnswer? Known);
