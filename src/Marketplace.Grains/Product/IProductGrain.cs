using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Product;

/// <summary>One product of a seller (paper section 3.1, Product service). Key: <see cref="Keys.Pair"/> of seller and product.</summary>
internal interface IProductGrain : IEventProducer
{
    /// <summary>Ingests the product, replacing what was there. No other service is asked; carts are told where they know of an update.</summary>
    Task Put(TransactionContext tx, ProductEntity product);

    /// <summary>Price Update: changes the price, and tells the cart replicas (E0).</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product or version.</returns>
    Task<Answer<UpdateAnswer>> UpdatePrice(TransactionContext tx, PriceUpdate update);

    /// <summary>Product Delete with a replacement by a new version under the same key (E1 to Stock and the cart replicas).</summary>
    /// <param name="product">The replacement. If it is the current version already, nothing changes.</param>
    /// <returns>The place of the update in the product's order; refused if there is no such product.</returns>
    Task<Answer<UpdateAnswer>> Replace(TransactionContext tx, ProductEntity product);

    /// <summary>Product Delete without a replacement (E1 to Stock and the cart replicas).</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product.</returns>
    Task<Answer<UpdateAnswer>> Delete(TransactionContext tx);

    /// <summary>Reads the product.</summary>
    /// <returns>The product; refused if there is none.</returns>
    Task<Answer<ProductEntity>> Get(TransactionContext tx);

    /// <summary>What a replica of the product begins with, in no transaction.</summary>
    /// <returns>What the last update that is committed left; null if there was none.</returns>
    Task<ProductReplica?> Replica();

    /// <summary>Exports the product for the audit.</summary>
    /// <returns>The product with the length of its chain of updates; null if there is none.</returns>
    Task<ProductExport?> Export(TransactionContext tx);
}
