using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Dashboards;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Orleans.Concurrency;

namespace Marketplace.Grains.Seller;

/// <summary>A seller with its order entries and dashboard.</summary>
[Reentrant]
internal sealed class SellerGrain(
    IGrainState<SellerState> state,
    Events<SellerState> events,
    IArchive archive,
    ShownEntries shown,
    GrainLifetime lifetime) : ServiceGrain<SellerState>(state, lifetime), ISellerGrain
{
    private int SellerId => (int)this.GetPrimaryKeyLong();

    public override async Task OnActivateAsync(CancellationToken cancellationToken)
    {
        await base.OnActivateAsync(cancellationToken);
        shown.Begin(SellerId);
    }

    public Task Put(TransactionContext tx, SellerEntity seller) =>
        shown.Know(tx, SellerId, State.Apply(tx, seller, static (s, p) => s.Put(p)));

    public Task OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice) => shown.Follow(
        tx, SellerId, DashboardChangeKind.Issued, events.Receive(tx, (SellerId, invoice), static (s, a) => s.Issue(a.SellerId, a.invoice)));

    public Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed) =>
        shown.Follow(tx, SellerId, DashboardChangeKind.Changed, events.Receive(tx, confirmed, static (s, e) => s.Paid(e)));

    public async Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed) =>
        await Close(tx, await events.Receive(tx, failed, static (s, e) => s.PaymentFailed(e)));

    public async Task OnShipmentNotification(TransactionContext tx, ShipmentNotification notification) =>
        await Close(tx, await events.Receive(tx, notification, static (s, e) => s.Shipped(e)));

    public Task OnDelivered(TransactionContext tx, DeliveredPackages delivered) =>
        shown.Follow(tx, SellerId, DashboardChangeKind.Changed, events.Receive(tx, delivered, static (s, e) => s.Delivered(e)));

    public async Task OnLowStock(TransactionContext tx, LowStockWarning warning)
    {
        if (!await events.Receive(tx, warning, static (s, w) => s.Warn(w)))
            return;

        await State.Archive(tx, archive, SellerService.Warnings, SellerId, warning);
    }

    public Task<Answer<SellerAlerts>> Alerts(TransactionContext tx) =>
        State.Read(tx, static s => s.Ingested is null ? SellerRefusals.Unknown : (Answer<SellerAlerts>)s.Alerts()).AsTask();

    public Task<Answer<SellerDashboard>> Dashboard(TransactionContext tx) =>
        State.Read(tx, SellerId, static (s, id) => s.Ingested is null ? SellerRefusals.Unknown : (Answer<SellerDashboard>)s.Dashboard(id)).AsTask();

    public Task<long> Shown(bool anew) => shown.Written(SellerId, anew);

    public Task<Answer<SellerEntity>> Get(TransactionContext tx) =>
        State.Read(tx, static s => s.Ingested is { } seller ? (Answer<SellerEntity>)seller : SellerRefusals.Unknown).AsTask();

    public Task<SellerOrders> Export(TransactionContext tx) => State.Read(tx, SellerId, static (s, id) => s.Export(id)).AsTask();

    // An order that is closed leaves the state.
    private async Task Close(TransactionContext tx, EntryExport? order)
    {
        if (order is null)
            return;

        if (!order.Open)
            await State.Archive(tx, archive, SellerService.Entries, order.Details.CustomerId, order);

        await shown.Show(tx, SellerId, order);
    }
}
