using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Orleans.Concurrency;

namespace Marketplace.Grains.Stock;

/// <summary>The stock of one product.</summary>
[Reentrant]
internal sealed class StockGrain(IGrainState<StockState> state, ActivationCounts activations)
    : ServiceGrain<StockState>(state, activations), IStockGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-stock-item", "There is no stock item for this seller and product.");

    /// <inheritdoc/>
    public Task Put(TransactionContext tx, StockItem item) => State.Apply(tx, item, static (s, i) => s.Put(i));

    /// <inheritdoc/>
    public Task<ItemStatus> Reserve(TransactionContext tx, ReserveInventory request) =>
        State.Update(tx, request, static (s, r) => s.Reserve(r)).AsTask();

    /// <inheritdoc/>
    public Task Confirm(TransactionContext tx, ReservationId reservation) => State.Apply(tx, reservation, static (s, r) => s.Confirm(r));

    /// <inheritdoc/>
    public Task Cancel(TransactionContext tx, ReservationId reservation) => State.Apply(tx, reservation, static (s, r) => s.Cancel(r));

    /// <inheritdoc/>
    public Task OnProductDeleted(TransactionContext tx, ProductDeleted deleted) => State.Apply(tx, deleted, static (s, e) => s.OnProductDeleted(e));

    /// <inheritdoc/>
    public Task<Answer<StockItem>> Replenish(TransactionContext tx, int quantity) =>
        State.Update(tx, quantity, static (s, q) => s.Item() is null
            ? Unknown
            : s.Replenish(q)
                ? (Answer<StockItem>)s.Item()!
                : new Refusal(RefusalKind.Conflict, "too-many-pieces", "The stock of this item would exceed what can be counted.")).AsTask();

    /// <inheritdoc/>
    public Task<Answer<StockItem>> Get(TransactionContext tx) =>
        State.Read(tx, static s => s.Item() is { } item ? (Answer<StockItem>)item : Unknown).AsTask();

    /// <inheritdoc/>
    public Task<StockExport?> Export(TransactionContext tx) =>
        State.Read(tx, static s => s.Item() is { } item
            ? new StockExport(item, s.Ingested!, s.Replenished, s.ReservedMin, s.SlackMin, s.Open)
            : null).AsTask();
}
