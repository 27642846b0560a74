using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Seller;
using Orleans.Concurrency;

namespace Marketplace.Grains.Stock;

/// <summary>The stock of one product.</summary>
[Reentrant]
internal sealed class StockGrain(
    IGrainState<StockState> state,
    Events<StockState> events,
    Journal journal,
    TimeProvider time,
    GrainLifetime lifetime) : EventProducer<StockState>(state, events, lifetime), IStockGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-stock-item", "There is no stock item for this seller and product.");

    private long Key => this.GetPrimaryKeyLong();
    private DateTime Now => time.GetUtcNow().UtcDateTime;

    public Task Put(TransactionContext tx, StockItem item) => State.Apply(tx, item, static (s, i) => s.Put(i));

    public async Task<ItemStatus> Reserve(TransactionContext tx, ReserveInventory request)
    {
        var (step, warning) = await Events.Update(
            tx,
            (Self: this, tx.Tid, Now, request),
            static (s, a, outbox) =>
            {
                var step = s.Reserve(a.request, a.Now);
                return (step, outbox.Post(step.Warning is { } warning ? new OutboxRow(warning.Tid) { Warning = warning } : null));
            },
            static (a, done) => a.Self.Note(a.Tid, StockEventKind.Requested, done.step));
        await Events.Tell(tx, this, warning);
        return step.Status;
    }

    public Task Confirm(TransactionContext tx, ReservationId reservation) => Events.ReceiveAndEmit(
        tx,
        (Self: this, tx.Tid, Now, reservation),
        static (s, a) => s.Confirm(a.reservation, a.Now),
        static (a, step) => a.Self.Note(a.Tid, StockEventKind.Confirmed, step)).AsTask();

    public Task Cancel(TransactionContext tx, ReservationId reservation) => Events.ReceiveAndEmit(
        tx,
        (Self: this, tx.Tid, Now, reservation),
        static (s, a) => s.Cancel(a.reservation, a.Now),
        static (a, step) => a.Self.Note(a.Tid, StockEventKind.Cancelled, step)).AsTask();

    public Task OnProductDeleted(TransactionContext tx, ProductDeleted deleted) => Events.ReceiveAndEmit(
        tx,
        (Self: this, tx.Tid, Now, deleted),
        static (s, a) => s.OnProductDeleted(a.deleted, a.Now),
        static (a, step) => a.Self.Note(a.Tid, StockEventKind.Deleted, step)).AsTask();

    public async Task<Answer<StockItem>> Replenish(TransactionContext tx, int quantity)
    {
        var (step, item) = await State.UpdateAndEmit(
            tx,
            (Self: this, tx.Tid, Now, quantity),
            static (s, a) => (Step: s.Replenish(a.quantity, a.Now), s.Item()),
            static (a, done) => a.Self.Note(a.Tid, StockEventKind.Replenished, done.Step));
        return item is null
            ? Unknown
            : step.Number > 0
                ? item
                : new Refusal(RefusalKind.Conflict, "too-many-pieces", "The stock of this item would exceed what can be counted.");
    }

    public Task<Answer<StockItem>> Get(TransactionContext tx) =>
        State.Read(tx, static s => s.Item() is { } item ? (Answer<StockItem>)item : Unknown).AsTask();

    public Task<StockExport?> Export(TransactionContext tx) => State.Read(tx, static s => s.Export()).AsTask();

    internal override Task Publish(TransactionContext tx, OutboxRow row)
    {
        var warning = row.Warning!;
        var seller = GrainFactory.GetGrain<ISellerGrain>(warning.SellerId);
        return Events.Send(tx, warning.ToSeller(), seller, warning, static (tx, seller, e) => seller.OnLowStock(tx, e));
    }

    private StockEventAction? Note(string tid, StockEventKind kind, StockStep step)
    {
        if (!journal.IsKept || step.Number == 0)
            return null;

        var (seller, product) = (Keys.First(Key), Keys.Second(Key));
        return new StockEventAction(
            journal.Archive, new StockEventExport(seller, product, step.Number, tid, kind, step.Quantity, step.Status, step.Time));
    }
}
