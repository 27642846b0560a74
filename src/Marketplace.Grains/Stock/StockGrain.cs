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
        var (step, warning) = await Events.Update(tx, (request, Now), static (s, a, outbox) =>
        {
            var step = s.Reserve(a.request, a.Now);
            return (step, outbox.Post(step.Warning is { } warning ? new OutboxRow(warning.Tid) { Warning = warning } : null));
        });

        // Noted first: where the warning can't be told the step may have been seen, and is taken back.
        await Note(tx, StockEventKind.Requested, step);
        await Events.Tell(tx, this, warning);
        return step.Status;
    }

    public async Task Confirm(TransactionContext tx, ReservationId reservation)
    {
        var step = await Events.Receive(tx, (reservation, Now), static (s, a) => s.Confirm(a.reservation, a.Now));
        await Note(tx, StockEventKind.Confirmed, step);
    }

    public async Task Cancel(TransactionContext tx, ReservationId reservation)
    {
        var step = await Events.Receive(tx, (reservation, Now), static (s, a) => s.Cancel(a.reservation, a.Now));
        await Note(tx, StockEventKind.Cancelled, step);
    }

    public async Task OnProductDeleted(TransactionContext tx, ProductDeleted deleted)
    {
        var step = await Events.Receive(tx, (deleted, Now), static (s, a) => s.OnProductDeleted(a.deleted, a.Now));
        await Note(tx, StockEventKind.Deleted, step);
    }

    public async Task<Answer<StockItem>> Replenish(TransactionContext tx, int quantity)
    {
        var (step, item) = await State.Update(tx, (quantity, Now), static (s, a) => (s.Replenish(a.quantity, a.Now), s.Item()));
        await Note(tx, StockEventKind.Replenished, step);
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

    private Task Note(TransactionContext tx, StockEventKind kind, StockStep step)
    {
        if (!journal.IsKept || step.Number == 0)
            return Task.CompletedTask;

        var (seller, product) = (Keys.First(Key), Keys.Second(Key));
        var record = new StockEventExport(seller, product, step.Number, tx.Tid, kind, step.Quantity, step.Status, step.Time);
        return State.OnCommit(tx, new StockEventAction(journal.Archive, record));
    }
}
