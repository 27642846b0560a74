using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Seller;
using Orleans.Concurrency;

namespace Marketplace.Grains.Order;

/// <summary>The orders of one customer.</summary>
[Reentrant]
internal sealed class OrderGrain(
    IGrainState<OrderState> state,
    Events<OrderState> events,
    IArchive archive,
    TimeProvider time,
    GrainLifetime lifetime) : EventProducer<OrderState>(state, events, lifetime), IOrderGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-order", "This customer has no order with this id.");

    private static readonly Refusal NotNext = new(
        RefusalKind.Conflict,
        "order-ids-not-next",
        "Pre-populated orders of a customer must count from 1 without a gap, and come before any checkout of that customer.");

    private IPaymentGrain? _payment;

    private IPaymentGrain Payment => _payment ??= GrainFactory.GetGrain<IPaymentGrain>(this.GetPrimaryKeyLong());

    public async Task<CheckoutAnswer> OnStockConfirmed(TransactionContext tx, StockConfirmed confirmed)
    {
        var now = time.GetUtcNow().UtcDateTime;
        var (order, invoiced) = await Events.Update(tx, (tx.Tid, confirmed, now), static (s, a, outbox) =>
        {
            var order = s.Invoice(a.confirmed, a.now);
            var invoice = new InvoiceIssued(
                a.Tid,
                a.confirmed.Reservation,
                a.confirmed.Checkout,
                order.Order.Id,
                order.Order.InvoiceNumber,
                a.now,
                order.Order.TotalInvoice,
                order.Items);
            return (order.Order, outbox.Post(new OutboxRow(a.Tid) { Invoice = invoice })!);
        });

        // The sellers hear of the invoice before anybody can hear of its payment (event order, spec §4).
        await Events.Tell(tx, this, invoiced);
        var outcome = await Payment.OnInvoiceIssued(tx, invoiced.Invoice!);
        return new CheckoutAnswer(tx.Tid, outcome, order.Id, order.InvoiceNumber, order.CountItems, order.TotalInvoice);
    }

    public Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed) =>
        Events.Receive(tx, confirmed, static (s, e) => s.PaymentConfirmed(e));

    public async Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed) =>
        await Archive(tx, await Events.Receive(tx, failed, static (s, e) => s.PaymentFailed(e)));

    public async Task OnShipmentNotification(TransactionContext tx, ShipmentNotification notification) =>
        await Archive(tx, await Events.Receive(tx, notification, static (s, e) => s.Shipped(e)));

    public async Task<Refusals> Ingest(TransactionContext tx, IngestedOrders orders)
    {
        var refusals = await State.Update(tx, orders.Items, static (s, items) =>
            ImmutableArray.CreateRange(items, static (order, s) => s.Ingest(order.Order.Id) ? null : NotNext, s));
        var taken = orders.Items.Where((_, place) => refusals[place] is null).Select(static order => (order.Order.CustomerId, order));
        await State.OnCommit(tx, new ArchiveBulk<OrderExport>(archive, OrderService.Orders, [.. taken], ArchiveOrigin.Ingested));
        return new Refusals(refusals);
    }

    public async Task<Answer<OrderExport>> Get(TransactionContext tx, int orderId) =>
        await State.Read(tx, orderId, static (s, id) => s.Open.GetValueOrDefault(id)) is { } open
            ? open
            : await Archived().FirstOrDefaultAsync(order => order.Order.Id == orderId) is { } archived ? archived : Unknown;

    public async Task<CustomerOrders> GetAll(TransactionContext tx)
    {
        var open = await ExportOpen(tx);
        var archived = await Archived().ToListAsync();
        return open with { Orders = [.. archived.Concat(open.Orders).OrderBy(order => order.Order.Id)] };
    }

    public Task<CustomerOrders> ExportOpen(TransactionContext tx) =>
        State.Read(tx, static s => new CustomerOrders(s.OrderCount, [.. s.Open.Values])).AsTask();

    internal override Task Publish(TransactionContext tx, OutboxRow row) =>
        FanOut.ForEach(SellersOf.Invoice(row.Invoice!), (tx, Events, GrainFactory), static (part, a) =>
        {
            var seller = part.Items[0].SellerId;
            var (name, grain) = (part.To(EventConsumer.Seller, seller), a.GrainFactory.GetGrain<ISellerGrain>(seller));
            return a.Events.Send(a.tx, name, grain, part, static (tx, seller, part) => seller.OnInvoiceIssued(tx, part));
        });

    private IAsyncEnumerable<OrderExport> Archived() => archive.Find(OrderService.Orders, (int)this.GetPrimaryKeyLong());

    private Task Archive(TransactionContext tx, OrderExport? order) => order is null
        ? Task.CompletedTask
        : State.Archive(tx, archive, OrderService.Orders, order.Order.CustomerId, order);
}
