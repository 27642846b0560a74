using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Seller;

/// <summary>A seller with its order entries and dashboard.</summary>
[Reentrant]
internal sealed class SellerGrain(IGrainState<SellerState> state, IArchive archive, ActivationCounts activations)
    : ServiceGrain<SellerState>(state, activations), ISellerGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-seller", "There is no such seller.");

    private int SellerId => (int)this.GetPrimaryKeyLong();

    /// <inheritdoc/>
    public Task Put(TransactionContext tx, SellerEntity seller) => State.Apply(tx, seller, static (s, p) => s.Put(p));

    /// <inheritdoc/>
    public Task OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice) =>
        State.Apply(tx, (SellerId, invoice), static (s, a) => s.Issue(a.SellerId, a.invoice));

    /// <inheritdoc/>
    public Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed) =>
        State.Apply(tx, confirmed, static (s, e) => s.Paid(e));

    /// <inheritdoc/>
    public async Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed) =>
        await Archive(tx, await State.Update(tx, failed, static (s, e) => s.PaymentFailed(e)));

    /// <inheritdoc/>
    public async Task OnShipmentNotification(TransactionContext tx, ShipmentNotification notification) =>
        await Archive(tx, await State.Update(tx, notification, static (s, e) => s.Shipped(e)));

    /// <inheritdoc/>
    public Task OnDelivered(TransactionContext tx, DeliveredPackages delivered) =>
        State.Apply(tx, delivered, static (s, e) => s.Delivered(e));

    /// <inheritdoc/>
    public async Task OnLowStock(TransactionContext tx, LowStockWarning warning)
    {
        await State.Apply(tx, warning, static (s, w) => s.Warn(w));
        await State.Emit(tx, new ArchiveEmission<LowStockWarning>(
            archive, ArchiveStreams.Warnings, SellerId, warning, ArchiveOrigin.Transaction));
    }

    /// <inheritdoc/>
    public Task<Answer<SellerAlerts>> Alerts(TransactionContext tx) =>
        State.Read(tx, static s => s.Ingested is null ? Unknown : (Answer<SellerAlerts>)s.Alerts()).AsTask();

    /// <inheritdoc/>
    public Task<Answer<SellerDashboard>> Dashboard(TransactionContext tx) =>
        State.Read(tx, SellerId, static (s, id) => s.Ingested is null ? Unknown : (Answer<SellerDashboard>)s.Dashboard(id)).AsTask();

    /// <inheritdoc/>
    public Task<Answer<SellerEntity>> Get(TransactionContext tx) =>
        State.Read(tx, static s => s.Ingested is { } seller ? (Answer<SellerEntity>)seller : Unknown).AsTask();

    /// <inheritdoc/>
    public Task<SellerOrders> Export(TransactionContext tx) => State.Read(tx, SellerId, static (s, id) => s.Export(id)).AsTask();

    private Task Archive(TransactionContext tx, EntryExport? order)
    {
        if (order is null)
        {
            return Task.CompletedTask;
        }

        // By customer, like everything else that is archived of an order: an export is taken by customers.
        var (stream, key) = (ArchiveStreams.Entries, order.Details.CustomerId);
        return State.Emit(tx, new ArchiveEmission<EntryExport>(archive, stream, key, order, ArchiveOrigin.Transaction));
    }
}
