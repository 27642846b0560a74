using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Product;

/// <summary>One product of a seller.</summary>
[Reentrant]
internal sealed class ProductGrain(
    IGrainState<ProductState> state,
    Events<ProductState> events,
    IReplicaPublisher replicas,
    ActivationCounts activations) : ServiceGrain<ProductState>(state, activations), IProductGrain
{
    private IStockGrain? _stock;

    private IStockGrain Stock => _stock ??= GrainFactory.GetGrain<IStockGrain>(this.GetPrimaryKeyLong());

    /// <inheritdoc/>
    public Task Put(TransactionContext tx, ProductEntity product) => State.Apply(tx, product, static (s, p) => s.Put(p));

    /// <inheritdoc/>
    public async Task<Answer<UpdateAnswer>> UpdatePrice(TransactionContext tx, PriceUpdate update)
    {
        var answer = await State.Update(tx, update, static (s, u) => s.UpdatePrice(u));
        if (!answer.IsRefused)
        {
            await Emit(tx, replicas.Replicate(
                new PriceUpdated(tx.Tid, update.SellerId, update.ProductId, answer.Value.Version, update.Price)));
        }

        return answer;
    }

    /// <inheritdoc/>
    public async Task<Answer<UpdateAnswer>> Replace(TransactionContext tx, ProductEntity product)
    {
        var (answer, replaced) = await State.Update(tx, (tx.Tid, product), static (s, a) =>
            (s.Replace(a.Tid, a.product, out var replaced), replaced));
        if (replaced is not null)
        {
            var deleted = new ProductDeleted(tx.Tid, product.SellerId, product.ProductId, replaced, product.Version, product.Price);
            await Announce(tx, deleted, answer.Value!.Sequence);
        }

        return answer;
    }

    /// <inheritdoc/>
    public async Task<Answer<UpdateAnswer>> Delete(TransactionContext tx)
    {
        var (answer, product) = await State.Update(tx, tx.Tid, static (s, tid) => (s.Delete(tid), s.Current));
        if (!answer.IsRefused)
        {
            var deleted = new ProductDeleted(tx.Tid, product!.SellerId, product.ProductId, product.Version, null, product.Price);
            await Announce(tx, deleted, answer.Value.Sequence);
        }

        return answer;
    }

    /// <inheritdoc/>
    public Task<Answer<ProductEntity>> Get(TransactionContext tx) => State.Read(tx, static s => s.Get()).AsTask();

    /// <inheritdoc/>
    public Task<ProductExport?> Export(TransactionContext tx) =>
        State.Read(tx, static s => s.Current is { } current ? new ProductExport(current, s.Ingested!, s.Sequence, s.LastTid) : null).AsTask();

    private async Task Announce(TransactionContext tx, ProductDeleted deleted, int update)
    {
        await Publish(tx, deleted, update);
        await Emit(tx, replicas.Replicate(deleted));
    }

    private Task Publish(TransactionContext tx, ProductDeleted deleted, int update) =>
        events.Send(tx, deleted.ToStock(update), (Stock, deleted), static (tx, a) => a.Stock.OnProductDeleted(tx, a.deleted));

    private Task Emit(TransactionContext tx, Emission? emission) => emission is null ? Task.CompletedTask : State.Emit(tx, emission);
}
