using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>
/// `/audit/replica-reads`: what a checkout read of the replicas of its products, when it ended. There if the setting Recording is `full`.
/// </summary>
/// <param name="Tid">Transaction of the checkout.</param>
/// <param name="Customer">Customer.</param>
/// <param name="Number">Place among the reads and applies of the cart: it grows.</param>
/// <param name="Sellers">The sellers of the products in the cart.</param>
/// <param name="Products">The products in the cart that have had an update which the cart knows of.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaReadExport(
    string Tid,
    int Customer,
    int Number,
    ImmutableArray<ReplicaReadSeller> Sellers,
    ImmutableArray<ReplicaReadProduct> Products);

/// <summary>How much of a seller's updates a checkout knew.</summary>
/// <param name="Seller">Seller.</param>
/// <param name="Sequence">The updates up to this place are known, and no later ones; 0 if none, or where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaReadSeller(
    int Seller,
    long Sequence);

/// <summary>What a checkout knew of a product.</summary>
/// <param name="Seller">Seller.</param>
/// <param name="Product">Product of that seller.</param>
/// <param name="Version">Version; null if the product was gone.</param>
/// <param name="Price">Price of one piece.</param>
/// <param name="Sequence">Place of the update that led to it among those of the product.</param>
/// <param name="SellerSequence">Its place among all updates of the seller; 0 where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaReadProduct(
    int Seller,
    int Product,
    string? Version,
    decimal Price,
    int Sequence,
    long SellerSequence);
