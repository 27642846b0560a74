using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Product;

/// <summary>
/// The order of all updates of one seller's products (replication `causal-across-objects`). Of each product it keeps what the last update
/// left, so it is as large as the seller has products. Key: <see cref="Keys.OfLog"/>.
/// </summary>
internal interface IUpdateLogGrain : IServiceGrain
{
    /// <summary>Gives an update its place, in the transaction of the update, and sends it to the carts once that commits.</summary>
    /// <returns>The place, from 1.</returns>
    Task<long> Append(TransactionContext tx, ReplicaUpdate update);

    /// <summary>Reads what is committed of some products, in no transaction.</summary>
    /// <returns>All as one prefix of the updates left them.</returns>
    Task<SellerView> Read(ProductsOfSeller products);

    /// <summary>Reads what is committed, in no transaction.</summary>
    /// <returns>The longest prefix.</returns>
    Task<UpdatePrefix> Committed();

    /// <summary>Waits until each checkout that begins from then on sees an update that is committed.</summary>
    /// <param name="sequence">Its place; 0 for the last one.</param>
    /// <returns>Its place.</returns>
    /// <exception cref="ReplicationUnavailableException">It takes too long; the update will be seen later.</exception>
    Task<long> Replicated(long sequence);
}
