using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>What is known of a product outside its own service (replica_products): what its last update left.</summary>
/// <param name="Version">Current version; null once the product is gone.</param>
/// <param name="Price">Price of one piece of that version.</param>
/// <param name="Sequence">Place of the update among those of the product, from 1; 0 for the product as ingested.</param>
/// <param name="SellerSequence">Its place among all updates of the seller, from 1; 0 where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record ProductReplica(string? Version, decimal Price, int Sequence = 0, long SellerSequence = 0);
