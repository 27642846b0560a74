using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains.Product;

/// <summary>Sends updates of products to the carts, if they commit, and notes them for the audit.</summary>
internal sealed class ProductUpdates(IReplicaPublisher replicas, Journal journal)
{
    public async ValueTask Send<TState>(IGrainState<TState> state, TransactionContext tx, ReplicaUpdate update)
        where TState : class, new()
    {
        // Before it leaves: it may wait on its way, and a cart that begins to follow the product meanwhile has it already.
        var made = journal.IsKept ? journal.Now : default;
        if (replicas.Replicate(update) is { } action)
            await state.OnCommit(tx, action);

        if (journal.IsKept)
        {
            var (version, price, sequence, place) = update.Replica;
            await journal.Add(state, tx, ProductService.Updates, update.SellerId, new ProductUpdateExport(
                tx.Tid, update.SellerId, update.ProductId, version, price, sequence, place, made));
        }
    }
}
