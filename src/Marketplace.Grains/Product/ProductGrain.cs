using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Stock;
using Orleans.Concurrency;

namespace Marketplace.Grains.Product;

/// <summary>One product of a seller.</summary>
[Reentrant]
internal sealed class ProductGrain(
    IGrainState<ProductState> state,
    Events<ProductState> events,
    ProductUpdates updates,
    ISellerOrder order,
    GrainLifetime lifetime) : EventProducer<ProductState>(state, events, lifetime), IProductGrain
{
    private IStockGrain? _stock;

    private IStockGrain Stock => _stock ??= GrainFactory.GetGrain<IStockGrain>(this.GetPrimaryKeyLong());

    public async Task Put(TransactionContext tx, ProductEntity product)
    {
        var sequence = await State.Update(tx, product, static (s, p) => s.Put(p));
        if (sequence > 0)
        {
            var (seller, id, version, price) = (product.SellerId, product.ProductId, product.Version, product.Price);
            await Send(tx, product.Active
                ? new ReplicaUpdate(new PriceUpdated(tx.Tid, seller, id, version, price, sequence), null)
                : new ReplicaUpdate(null, new ProductDeleted(tx.Tid, seller, id, version, null, price, sequence)));
        }
    }

    public async Task<Answer<UpdateAnswer>> UpdatePrice(TransactionContext tx, PriceUpdate update)
    {
        var answer = await State.Update(tx, update, static (s, u) => s.UpdatePrice(u));
        if (answer.IsRefused)
            return answer;

        var (version, sequence) = (answer.Value.Version, answer.Value.Sequence);
        var updated = new PriceUpdated(tx.Tid, update.SellerId, update.ProductId, version, update.Price, sequence);
        var place = await Send(tx, new ReplicaUpdate(updated, null));
        return place == 0 ? answer : answer.Value with { SellerSequence = place };
    }

    public async Task<Answer<UpdateAnswer>> Replace(TransactionContext tx, ProductEntity product)
    {
        var (answer, told) = await Events.Update(tx, (tx.Tid, product), static (s, a, outbox) =>
        {
            var answer = s.Replace(a.Tid, a.product, out var replaced);
            var deleted = replaced is null || answer.IsRefused
                ? null
                : new ProductDeleted(
                    a.Tid, a.product.SellerId, a.product.ProductId, replaced, a.product.Version, a.product.Price, answer.Value.Sequence);
            return (answer, outbox.Post(deleted is null ? null : new OutboxRow(deleted.Tid) { Deleted = deleted }));
        });
        return told is null ? answer : await Announce(tx, answer.Value!, told);
    }

    public async Task<Answer<UpdateAnswer>> Delete(TransactionContext tx)
    {
        var (answer, told) = await Events.Update(tx, tx.Tid, static (s, tid, outbox) =>
        {
            var answer = s.Delete(tid);
            var deleted = answer.IsRefused || s.Current is not { } product
                ? null
                : new ProductDeleted(tid, product.SellerId, product.ProductId, product.Version, null, product.Price, answer.Value.Sequence);
            return (answer, outbox.Post(deleted is null ? null : new OutboxRow(deleted.Tid) { Deleted = deleted }));
        });
        return told is null ? answer : await Announce(tx, answer.Value!, told);
    }

    public Task<Answer<ProductEntity>> Get(TransactionContext tx) => State.Read(tx, static s => s.Get()).AsTask();

    public Task<ProductReplica?> Replica() => Task.FromResult(State.Inspect(static s => s.Replica()));

    public Task<ProductExport?> Export(TransactionContext tx) =>
        State.Read(tx, static s => s.Current is { } current ? new ProductExport(current, s.Ingested!, s.Sequence, s.LastTid) : null).AsTask();

    internal override Task Publish(TransactionContext tx, OutboxRow row)
    {
        var deleted = row.Deleted!;
        return Events.Send(tx, deleted.ToStock(deleted.Sequence), Stock, deleted, static (tx, stock, e) => stock.OnProductDeleted(tx, e));
    }

    private async Task<UpdateAnswer> Announce(TransactionContext tx, UpdateAnswer answer, OutboxRow told)
    {
        var place = await Send(tx, new ReplicaUpdate(null, told.Deleted!));
        await Events.Tell(tx, this, told);
        return place == 0 ? answer : answer with { SellerSequence = place };
    }

    // To the carts, if it commits. Where the updates of a seller have an order their log sends them, and keeps them for the audit.
    private async ValueTask<long> Send(TransactionContext tx, ReplicaUpdate update)
    {
        var place = await order.Append(tx, update);
        if (place > 0)
            return place;

        await updates.Send(State, tx, update);
        return 0;
    }
}
