namespace Marketplace.Contracts.Audit;

/// <summary>What a cart knows of a product that it holds (replica_products).</summary>
/// <param name="ProductId">Product of that seller.</param>
/// <param name="Version">Current version; null once the product is gone.</param>
/// <param name="Price">Price of one piece of that version.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaExport(
    int SellerId,
    int ProductId,
    string? Version,
    decimal Price);

/// <summary>
/// `/audit/replica-reads`: what a checkout read of the replicas of its products, when it ended. There if the setting Recording is `full`.
/// </summary>
/// <param name="Tid">Transaction of the checkout.</param>
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
/// <param name="Sequence">The updates up to this place are known, and no later ones; 0 if none, or where they have no order.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaReadSeller(
    int Seller,
    long Sequence);

/// <summary>What a checkout knew of a product.</summary>
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

/// <summary>`/audit/replica-applies`: an update that reached a cart over a stream. There if the setting Recording is `full`.</summary>
/// <param name="Number">Place among the reads and applies of the cart: it grows.</param>
/// <param name="Product">Product of that seller.</param>
/// <param name="Version">Version after the update; null once the product is gone.</param>
/// <param name="Price">Price of one piece after the update.</param>
/// <param name="Sequence">Place of the update among those of the product, from 1.</param>
/// <param name="SellerSequence">Place of the update among all updates of the seller, from 1; 0 where they have no order.</param>
/// <param name="Time">When the cart took it, UTC.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaApplyExport(
    int Customer,
    int Number,
    int Seller,
    int Product,
    string? Version,
    decimal Price,
    int Sequence,
    long SellerSequence,
    DateTime Time);

/// <summary>
/// `/audit/replica-deliveries`: how many products carts follow, shown once all updates published before have reached these carts, or a time is over.
/// There if updates travel over streams.
/// </summary>
/// <param name="Followed">Products in carts; one in two carts counts twice.</param>
/// <param name="Late">How many of them have not delivered in time what was published.</param>
[GenerateSerializer, Immutable]
public sealed record ReplicaDeliveriesExport(int Followed, int Late);
