using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Seller;
using Marketplace.Protocols;
using Orleans;
using Orleans.Concurrency;

namespace Marketplace.Grains.Shipment;

/// <summary>One partition of the shipments.</summary>
[Reentrant]
internal sealed class ShipmentGrain(
    IGrainState<ShipmentState> state,
    Events<ShipmentState> events,
    IArchive archive,
    TimeProvider time,
    ActivationCounts activations) : ServiceGrain<ShipmentState>(state, activations), IShipmentGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-shipment", "There is no shipment for this order.");

    private int Partition => (int)this.GetPrimaryKeyLong();

    private DateTime Now => time.GetUtcNow().UtcDateTime;

    /// <inheritdoc/>
    public async Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed)
    {
        // E8 `approved` first: once the shipment is in the state, any Update Delivery may deliver it.
        var sellers = SellersOf.Items(confirmed.Items);
        await Notify(tx, confirmed.Reservation.CustomerId, confirmed.OrderId, sellers, ShipmentStatus.Approved, Now);
        await events.Receive(tx, (confirmed, Partition, Now), static (s, a) => s.Approve(a.confirmed, a.Partition, a.Now));
    }

    /// <inheritdoc/>
    public Task<OldestOrders> Oldest(TransactionContext tx, int count) => State.Read(tx, count, static (s, n) => s.Oldest(n)).AsTask();

    /// <inheritdoc/>
    public Task<OrderSellers> Sellers(TransactionContext tx, OldestOrders chosen) =>
        State.Read(tx, chosen, static (s, a) => s.Sellers(a)).AsTask();

    /// <inheritdoc/>
    public async Task<OldestOrders> Deliver(TransactionContext tx, OldestOrders chosen)
    {
        var now = Now;
        var deliveries = await State.Update(tx, (chosen, now), static (s, a) =>
        {
            var taken = new List<Delivery>(a.chosen.Orders.Length);
            foreach (var order in a.chosen.Orders)
            {
                if (s.Deliver(order, a.now) is { } delivery)
                {
                    taken.Add(delivery);
                }
            }

            return taken;
        });
        if (deliveries.Count == 0)
        {
            return new OldestOrders([]);
        }

        foreach (var delivery in deliveries)
        {
            await Notify(tx, delivery, now);
            if (await State.Update(tx, delivery.Chosen.ShipmentId, static (s, id) => s.Acknowledge(id)) is { } concluded)
            {
                await Conclude(tx, concluded, now);
            }
        }

        var delivered = ImmutableArray.CreateRange(deliveries.Select(delivery => delivery.Chosen));
        var record = new DeliveryExport(tx.Tid, now, delivered);
        await State.Emit(tx, new ArchiveEmission<DeliveryExport>(archive, ArchiveStreams.Deliveries, Partition, record, ArchiveOrigin.Transaction));
        return new OldestOrders(delivered);
    }

    /// <inheritdoc/>
    public async Task Ingest(TransactionContext tx, ShipmentEntity shipment, ImmutableArray<Package> packages)
    {
        var id = await State.Update(tx, static s => s.Ingest());
        var numbered = ImmutableArray.CreateRange(packages, static (package, shipmentId) => package with { ShipmentId = shipmentId }, id);
        await Archive(tx, new ShipmentExport("", Partition, shipment, numbered), ArchiveOrigin.Ingested);
    }

    /// <inheritdoc/>
    public async Task<Answer<ShipmentExport>> Get(TransactionContext tx, int customerId, int orderId)
    {
        var open = await State.Read(tx, (customerId, orderId), static (s, a) => s.Find(a.customerId, a.orderId));
        var archived = open is null
            ? await archive.Find(ArchiveStreams.Shipments, customerId).FirstOrDefaultAsync(shipment => shipment.Shipment.OrderId == orderId)
            : null;
        return (open ?? archived) is { } found ? found : Unknown;
    }

    /// <inheritdoc/>
    public Task<Shipments> ExportOpen(TransactionContext tx) => State.Read(tx, static s => new Shipments([.. s.Open.Values])).AsTask();

    // E8 `delivery_in_progress` to Order when it is the first delivery of the order; E9 to the seller and the customer.
    private async Task Notify(TransactionContext tx, Delivery delivery, DateTime now)
    {
        var chosen = delivery.Chosen;
        if (delivery.IsFirst)
        {
            var underway = new ShipmentNotification(tx.Tid, chosen.CustomerId, chosen.OrderId, ShipmentStatus.DeliveryInProgress, now);
            await TellOrder(tx, underway);
        }

        var packages = new DeliveredPackages(
            chosen.SellerId,
            chosen.CustomerId,
            chosen.OrderId,
            ImmutableArray.CreateRange(delivery.Packages, static (package, a) => Shipping.Delivered(a.Tid, package, a.now), (tx.Tid, now)));
        await Publish(tx, packages);
    }

    private async Task Conclude(TransactionContext tx, ShipmentExport shipment, DateTime now)
    {
        var (customerId, orderId) = (shipment.Shipment.CustomerId, shipment.Shipment.OrderId);
        await Notify(tx, customerId, orderId, SellersOf.Packages(shipment.Packages), ShipmentStatus.Concluded, now);
        await Archive(tx, shipment, ArchiveOrigin.Transaction);
    }

    // E8 to Order and to every seller of the order.
    private async Task Notify(TransactionContext tx, int customerId, int orderId, List<int> sellers, ShipmentStatus status, DateTime now)
    {
        var notification = new ShipmentNotification(tx.Tid, customerId, orderId, status, now);
        await TellOrder(tx, notification);
        await FanOut.ForEach(sellers, (tx, notification, events, GrainFactory), static (seller, a) =>
        {
            var call = (Seller: a.GrainFactory.GetGrain<ISellerGrain>(seller), a.notification);
            return a.events.Send(
                a.tx,
                a.notification.To(EventConsumer.Seller, seller),
                call,
                static (tx, c) => c.Seller.OnShipmentNotification(tx, c.notification));
        });
    }

    private Task TellOrder(TransactionContext tx, ShipmentNotification notification) => events.Send(
        tx,
        notification.To(EventConsumer.Order, notification.CustomerId),
        (Order: GrainFactory.GetGrain<IOrderGrain>(notification.CustomerId), notification),
        static (tx, a) => a.Order.OnShipmentNotification(tx, a.notification));

    // E9.
    private async Task Publish(TransactionContext tx, DeliveredPackages delivered)
    {
        await events.Send(
            tx,
            delivered.To(EventConsumer.Seller, delivered.SellerId),
            (Seller: GrainFactory.GetGrain<ISellerGrain>(delivered.SellerId), delivered),
            static (tx, a) => a.Seller.OnDelivered(tx, a.delivered));
        await events.Send(
            tx,
            delivered.To(EventConsumer.Customer, delivered.CustomerId),
            (Customer: GrainFactory.GetGrain<ICustomerGrain>(delivered.CustomerId), delivered),
            static (tx, a) => a.Customer.OnDelivered(tx, a.delivered));
    }

    private Task Archive(TransactionContext tx, ShipmentExport shipment, ArchiveOrigin origin) =>
        State.Emit(tx, new ArchiveEmission<ShipmentExport>(archive, ArchiveStreams.Shipments, shipment.Shipment.CustomerId, shipment, origin));
}
