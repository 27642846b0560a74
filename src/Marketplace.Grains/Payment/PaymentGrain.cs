using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Orleans.Concurrency;

namespace Marketplace.Grains.Payment;

/// <summary>The payments of one customer's orders.</summary>
[Reentrant]
internal sealed class PaymentGrain(
    IGrainState<PaymentState> state,
    Events<PaymentState> events,
    IPaymentProvider provider,
    ShipmentPartitions partitions,
    IArchive archive,
    TimeProvider time,
    GrainLifetime lifetime) : EventProducer<PaymentState>(state, events, lifetime), IPaymentGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-payment", "There is no payment for this order.");

    private IOrderGrain? _order;
    private ICustomerGrain? _customer;
    private IShipmentGrain? _shipment;

    private int CustomerId => (int)this.GetPrimaryKeyLong();
    private IOrderGrain Order => _order ??= GrainFactory.GetGrain<IOrderGrain>(CustomerId);
    private ICustomerGrain Customer => _customer ??= GrainFactory.GetGrain<ICustomerGrain>(CustomerId);
    private IShipmentGrain Shipment => _shipment ??= GrainFactory.GetGrain<IShipmentGrain>(partitions.Of(CustomerId));

    public async Task<CheckoutOutcome> OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice)
    {
        if (await State.Read(tx, invoice.Reservation, static (s, r) => s.OutcomeOf(r)) is { } settled)
            return settled;

        // Emitted before the provider is asked: from then on an abort gives the money back.
        var charge = new Charge(provider, invoice.Reservation, invoice.TotalInvoice);
        await State.OnCommit(tx, charge);
        var paid = await charge.Ask();
        var outcome = paid ? CheckoutOutcome.Committed : CheckoutOutcome.PaymentFailed;
        var told = paid ? new OutboxRow(tx.Tid) { Confirmed = Confirmed(tx, invoice) } : new OutboxRow(tx.Tid) { Failed = Failed(tx, invoice) };
        await Events.Update(tx, (invoice.Reservation, outcome, told), static (s, a, outbox) =>
        {
            s.Record(a.Reservation, a.outcome);
            return outbox.Post(a.told);
        });
        var payment = PaymentLines.Of(invoice, paid ? PaymentStatus.Succeeded : PaymentStatus.Canceled);
        await State.Archive(tx, archive, PaymentService.Payments, CustomerId, payment);
        await Events.Tell(tx, this, told);
        return outcome;
    }

    public Task Ingest(TransactionContext tx, Payments payments) =>
        State.OnCommit(tx, new ArchiveBulk<PaymentExport>(
            archive, PaymentService.Payments, [.. payments.Items.Select(static payment => (payment.CustomerId, payment))], ArchiveOrigin.Ingested));

    public async Task<Answer<PaymentExport>> Get(TransactionContext tx, int orderId) =>
        await archive.Find(PaymentService.Payments, CustomerId).FirstOrDefaultAsync(payment => payment.OrderId == orderId) is { } payment
            ? payment
            : Unknown;

    internal override Task Publish(TransactionContext tx, OutboxRow row) =>
        row.Confirmed is { } confirmed ? Publish(tx, confirmed) : Publish(tx, row.Failed!);

    private PaymentConfirmed Confirmed(TransactionContext tx, InvoiceIssued invoice) => new(
        tx.Tid, invoice.Reservation, invoice.Checkout, invoice.OrderId, invoice.TotalInvoice, invoice.Items, time.GetUtcNow().UtcDateTime);

    private PaymentFailed Failed(TransactionContext tx, InvoiceIssued invoice) => new(
        tx.Tid,
        invoice.Reservation,
        invoice.Checkout,
        invoice.OrderId,
        invoice.TotalInvoice,
        invoice.Items,
        time.GetUtcNow().UtcDateTime,
        PaymentStatus.Canceled);

    // E6. Stock, Order and Sellers have heard of it before Shipment takes over: it tells them all that the shipment is approved (E8).
    private async Task Publish(TransactionContext tx, PaymentConfirmed confirmed)
    {
        var sellers = SellersOf.Items(confirmed.Items);
        var (order, customer) = (confirmed.To(EventConsumer.Order, CustomerId), confirmed.To(EventConsumer.Customer, CustomerId));
        var shipment = confirmed.To(EventConsumer.Shipment, partitions.Of(CustomerId));
        await SendToStocks(tx, confirmed, confirmed.Items, EventIds.To, static (tx, stock, e) => stock.Confirm(tx, e.Reservation));
        await Events.Send(tx, order, Order, confirmed, static (tx, order, e) => order.OnPaymentConfirmed(tx, e));
        await Events.SendToSellers(
            tx, GrainFactory, sellers, confirmed, EventIds.To, static (tx, seller, e) => seller.OnPaymentConfirmed(tx, e));
        await Events.Send(tx, customer, Customer, confirmed, static (tx, customer, e) => customer.OnPaymentConfirmed(tx, e));
        await Events.Send(tx, shipment, Shipment, confirmed, static (tx, shipment, e) => shipment.OnPaymentConfirmed(tx, e), isRepeatable: false);
    }

    // E7.
    private async Task Publish(TransactionContext tx, PaymentFailed failed)
    {
        var (order, customer) = (failed.To(EventConsumer.Order, CustomerId), failed.To(EventConsumer.Customer, CustomerId));
        await SendToStocks(tx, failed, failed.Items, EventIds.To, static (tx, stock, e) => stock.Cancel(tx, e.Reservation));
        await Events.Send(tx, order, Order, failed, static (tx, order, e) => order.OnPaymentFailed(tx, e));
        await Events.SendToSellers(
            tx, GrainFactory, SellersOf.Items(failed.Items), failed, EventIds.To, static (tx, seller, e) => seller.OnPaymentFailed(tx, e));
        await Events.Send(tx, customer, Customer, failed, static (tx, customer, e) => customer.OnPaymentFailed(tx, e));
    }

    private Task SendToStocks<TEvent>(
        TransactionContext tx,
        TEvent told,
        ImmutableArray<OrderItem> items,
        Func<TEvent, EventConsumer, long, EventId> name,
        Func<TransactionContext, IStockGrain, TEvent, Task> call) =>
        FanOut.ForEach(items, (tx, told, name, call, Events, GrainFactory), static (item, a) =>
        {
            var key = Keys.Pair(item.SellerId, item.ProductId);
            return a.Events.Send(a.tx, a.name(a.told, EventConsumer.Stock, key), a.GrainFactory.GetGrain<IStockGrain>(key), a.told, a.call);
        });
}
