using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Seller;

/// <summary>A seller with its order entries and dashboard.</summary>
[Reentrant]
internal sealed class SellerGrain(
    IGrainState<SellerState> state,
    Events<SellerState> events,
    IArchive archive,
    IDashboardTable dashboards,
    GrainLifetime lifetime) : ServiceGrain<SellerState>(state, lifetime), ISellerGrain
{
    // What the last transaction that came here did to the entries.
    private DashboardAction? _shown;

    private int SellerId => (int)this.GetPrimaryKeyLong();

    public Task Put(TransactionContext tx, SellerEntity seller)
    {
        var put = State.Apply(tx, seller, static (s, p) => s.Put(p));
        return dashboards.IsKept ? ShowKnown(tx, put) : put;
    }

    public Task OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice) => Follow(
        tx, DashboardChangeKind.Issued, events.Receive(tx, (SellerId, invoice), static (s, a) => s.Issue(a.SellerId, a.invoice)));

    public Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed) =>
        Follow(tx, DashboardChangeKind.Changed, events.Receive(tx, confirmed, static (s, e) => s.Paid(e)));

    public async Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed) =>
        await Close(tx, await events.Receive(tx, failed, static (s, e) => s.PaymentFailed(e)));

    public async Task OnShipmentNotification(TransactionContext tx, ShipmentNotification notification) =>
        await Close(tx, await events.Receive(tx, notification, static (s, e) => s.Shipped(e)));

    public Task OnDelivered(TransactionContext tx, DeliveredPackages delivered) =>
        Follow(tx, DashboardChangeKind.Changed, events.Receive(tx, delivered, static (s, e) => s.Delivered(e)));

    public async Task OnLowStock(TransactionContext tx, LowStockWarning warning)
    {
        if (!await events.Receive(tx, warning, static (s, w) => s.Warn(w)))
            return;

        await State.OnCommit(tx, new ArchiveAction<LowStockWarning>(
            archive, ArchiveStreams.Warnings, SellerId, warning, ArchiveOrigin.Transaction));
    }

    public Task<Answer<SellerAlerts>> Alerts(TransactionContext tx) =>
        State.Read(tx, static s => s.Ingested is null ? SellerRefusals.Unknown : (Answer<SellerAlerts>)s.Alerts()).AsTask();

    public Task<Answer<SellerDashboard>> Dashboard(TransactionContext tx) =>
        State.Read(tx, SellerId, static (s, id) => s.Ingested is null ? SellerRefusals.Unknown : (Answer<SellerDashboard>)s.Dashboard(id)).AsTask();

    public Task<Answer<SellerEntity>> Get(TransactionContext tx) =>
        State.Read(tx, static s => s.Ingested is { } seller ? (Answer<SellerEntity>)seller : SellerRefusals.Unknown).AsTask();

    public Task<SellerOrders> Export(TransactionContext tx) => State.Read(tx, SellerId, static (s, id) => s.Export(id)).AsTask();

    private Task Follow(TransactionContext tx, DashboardChangeKind kind, ValueTask<EntryExport?> updated)
    {
        if (dashboards.IsKept)
            return ShowAfter(tx, kind, updated);

        return updated.IsCompletedSuccessfully ? Task.CompletedTask : updated.AsTask();
    }

    private async Task ShowAfter(TransactionContext tx, DashboardChangeKind kind, ValueTask<EntryExport?> updated)
    {
        if (await updated is { } order)
            await Show(tx, kind, order);
    }

    // An order that is closed leaves the state, and the dashboard with it.
    private async Task Close(TransactionContext tx, EntryExport? order)
    {
        if (order is null)
            return;

        if (!order.Open)
        {
            // By customer, like everything else that is archived of an order: an export is taken by customers.
            var (stream, key) = (ArchiveStreams.Entries, order.Details.CustomerId);
            await State.OnCommit(tx, new ArchiveAction<EntryExport>(archive, stream, key, order, ArchiveOrigin.Transaction));
        }

        if (dashboards.IsKept)
            await Show(tx, order.Open ? DashboardChangeKind.Changed : DashboardChangeKind.Left, order);
    }

    private async Task ShowKnown(TransactionContext tx, Task put)
    {
        await put;
        await Show(tx, new DashboardChange(DashboardChangeKind.Known, SellerId, 0, 0, []));
    }

    private Task Show(TransactionContext tx, DashboardChangeKind kind, EntryExport order) => Show(
        tx,
        new DashboardChange(
            kind, SellerId, order.Details.CustomerId, order.Details.OrderId, kind == DashboardChangeKind.Left ? [] : order.Entries));

    private Task Show(TransactionContext tx, DashboardChange change)
    {
        if (_shown is { } shown && shown.TryAdd(tx, change))
            return Task.CompletedTask;

        _shown = new DashboardAction(dashboards, tx, change);
        return State.OnCommit(tx, _shown);
    }
}
