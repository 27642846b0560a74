using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Payment;

/// <summary>The payments of one customer's orders.</summary>
[Reentrant]
internal sealed class PaymentGrain(
    IGrainState<PaymentState> state,
    IPaymentProvider provider,
    ShipmentPartitions partitions,
    IArchive archive,
    TimeProvider time,
    ActivationCounts activations) : ServiceGrain<PaymentState>(state, activations), IPaymentGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-payment", "There is no payment for this order.");

    private IOrderGrain? _order;
    private ICustomerGrain? _customer;
    private IShipmentGrain? _shipment;

    private int CustomerId => (int)this.GetPrimaryKeyLong();

    private IOrderGrain Order => _order ??= GrainFactory.GetGrain<IOrderGrain>(CustomerId);

    private ICustomerGrain Customer => _customer ??= GrainFactory.GetGrain<ICustomerGrain>(CustomerId);

    private IShipmentGrain Shipment => _shipment ??= GrainFactory.GetGrain<IShipmentGrain>(partitions.Of(CustomerId));

    /// <inheritdoc/>
    public async Task<CheckoutOutcome> OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice)
    {
        if (await State.Read(tx, invoice.Reservation, static (s, r) => s.OutcomeOf(r)) is { } settled)
        {
            return settled;
        }

        // Emitted before the provider is asked: from then on an abort gives the money back.
        var charge = new Charge(provider, invoice.Reservation, invoice.TotalInvoice);
        await State.Emit(tx, charge);
        var paid = await charge.Ask();
        var outcome = paid ? CheckoutOutcome.Committed : CheckoutOutcome.PaymentFailed;
        await State.Apply(tx, (invoice.Reservation, outcome), static (s, a) => s.Settle(a.Reservation, a.outcome));
        var payment = PaymentLines.Of(invoice, paid ? PaymentStatus.Succeeded : PaymentStatus.Canceled);
        await State.Emit(tx, new ArchiveEmission<PaymentExport>(archive, ArchiveStreams.Payments, CustomerId, payment, ArchiveOrigin.Transaction));
        await (paid ? Confirm(tx, invoice) : Fail(tx, invoice));
        return outcome;
    }

    /// <inheritdoc/>
    public Task Ingest(TransactionContext tx, PaymentExport payment) =>
        State.Emit(tx, new ArchiveEmission<PaymentExport>(archive, ArchiveStreams.Payments, CustomerId, payment, ArchiveOrigin.Ingested));

    /// <inheritdoc/>
    public async Task<Answer<PaymentExport>> Get(TransactionContext tx, int orderId) =>
        await archive.Find(ArchiveStreams.Payments, CustomerId).FirstOrDefaultAsync(payment => payment.OrderId == orderId) is { } payment
            ? payment
            : Unknown;

    // E6. Stock, Order and Sellers settle before Shipment takes over: it tells them all that the shipment is approved (E8).
    private async Task Confirm(TransactionContext tx, InvoiceIssued invoice)
    {
        var now = time.GetUtcNow().UtcDateTime;
        var confirmed = new PaymentConfirmed(
            tx.Tid, invoice.Reservation, invoice.Checkout, invoice.OrderId, invoice.TotalInvoice, invoice.Items, now);
        await FanOut.ForEach(invoice.Items, (tx, confirmed, GrainFactory), static (item, a) =>
            a.GrainFactory.GetGrain<IStockGrain>(Keys.Pair(item.SellerId, item.ProductId)).Confirm(a.tx, a.confirmed.Reservation));
        await Order.OnPaymentConfirmed(tx, confirmed);
        await FanOut.ForEach(SellersOf.Items(invoice.Items), (tx, confirmed, GrainFactory), static (seller, a) =>
            a.GrainFactory.GetGrain<ISellerGrain>(seller).OnPaymentConfirmed(a.tx, a.confirmed));
        await Customer.OnPaymentConfirmed(tx, confirmed);
        await Shipment.OnPaymentConfirmed(tx, confirmed);
    }

    // E7.
    private async Task Fail(TransactionContext tx, InvoiceIssued invoice)
    {
        var now = time.GetUtcNow().UtcDateTime;
        var failed = new PaymentFailed(
            tx.Tid, invoice.Reservation, invoice.Checkout, invoice.OrderId, invoice.TotalInvoice, invoice.Items, now, PaymentStatus.Canceled);
        await FanOut.ForEach(invoice.Items, (tx, failed, GrainFactory), static (item, a) =>
            a.GrainFactory.GetGrain<IStockGrain>(Keys.Pair(item.SellerId, item.ProductId)).Cancel(a.tx, a.failed.Reservation));
        await Order.OnPaymentFailed(tx, failed);
        await FanOut.ForEach(SellersOf.Items(invoice.Items), (tx, failed, GrainFactory), static (seller, a) =>
            a.GrainFactory.GetGrain<ISellerGrain>(seller).OnPaymentFailed(a.tx, a.failed));
        await Customer.OnPaymentFailed(tx, failed);
    }
}
