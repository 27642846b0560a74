using Orleans;

namespace Marketplace.Grains.Cart;

/// <summary>What the cart knows of a product (replica_products).</summary>
/// <param name="Version">Current version; null once the product is gone.</param>
/// <param name="Price">Price of one piece of that version.</param>
[GenerateSerializer, Immutable]
internal sealed record ProductReplica(string? Version, decimal Price);
