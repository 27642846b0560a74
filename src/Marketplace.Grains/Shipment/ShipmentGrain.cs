using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Placement;
using Marketplace.Grains.Seller;
using Orleans.Concurrency;

namespace Marketplace.Grains.Shipment;

/// <summary>One partition of the shipments.</summary>
[Reentrant]
internal sealed class ShipmentGrain(
    IGrainState<ShipmentState> state,
    Events<ShipmentState> events,
    IArchive archive,
    TimeProvider time,
    GrainLifetime lifetime) : EventProducer<ShipmentState>(state, events, lifetime), IShipmentGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-shipment", "There is no shipment for this order.");

    private int Partition => (int)this.GetPrimaryKeyLong();
    private DateTime Now => time.GetUtcNow().UtcDateTime;

    public async Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed)
    {
        // E8 `approved` before any Update Delivery can deliver the shipment, and tell of that.
        var approved = new ShipmentNotification(tx.Tid, confirmed.Reservation.CustomerId, confirmed.OrderId, ShipmentStatus.Approved, Now);
        var told = new OutboxRow(tx.Tid) { Notification = approved, Sellers = [.. SellersOf.Items(confirmed.Items)] };
        await Events.ReceiveAndTell(tx, this, told, (confirmed, Partition, time), static (s, a) =>
            s.Approve(a.confirmed, a.Partition, a.time.GetUtcNow().UtcDateTime));
    }

    public Task<OldestOrders> Oldest(TransactionContext tx, int count) => State.Read(tx, count, static (s, n) => s.Oldest(n)).AsTask();

    public Task<OrderSellers> Sellers(TransactionContext tx, OldestOrders chosen) =>
        State.Read(tx, chosen, static (s, a) => s.Sellers(a)).AsTask();

    public async Task<OldestOrders> Deliver(TransactionContext tx, OldestOrders chosen)
    {
        var now = Now;
        var deliveries = await Events.Update(tx, (chosen, now, tx.Tid), static (s, a, outbox) =>
        {
            var taken = new List<(DeliveredOrder Chosen, OutboxRow Told)>(a.chosen.Orders.Length);
            foreach (var order in a.chosen.Orders)
            {
                if (s.Deliver(order, a.now) is { } delivery)
                {
                    var told = new OutboxRow(a.Tid)
                    {
                        Notification = Shipping.Underway(a.Tid, delivery, a.now),
                        Delivered = Shipping.Delivered(a.Tid, delivery, a.now),
                        ShipmentId = delivery.Chosen.ShipmentId,
                    };
                    taken.Add((delivery.Chosen, outbox.Post(told)!));
                }
            }

            return taken;
        });
        if (deliveries.Count == 0)
            return new OldestOrders([]);

        foreach (var (_, told) in deliveries)
            await Events.Tell(tx, this, told);

        var delivered = ImmutableArray.CreateRange(deliveries.Select(delivery => delivery.Chosen));
        var record = new DeliveryExport(tx.Tid, now, delivered);
        await State.Archive(tx, archive, ShipmentService.Deliveries, Partition, record);
        return new OldestOrders(delivered);
    }

    public async Task Ingest(TransactionContext tx, Shipments shipments)
    {
        var first = await State.Update(tx, shipments.Items.Length, static (s, count) => s.Ingest(count));
        var numbered = shipments.Items.Select((shipment, place) => (shipment.Shipment.CustomerId, Shipping.Numbered(shipment, first + place)));
        await State.OnCommit(tx, new ArchiveBulk<ShipmentExport>(archive, ShipmentService.Shipments, [.. numbered], ArchiveOrigin.Ingested));
    }

    public async Task<Answer<ShipmentExport>> Get(TransactionContext tx, int customerId, int orderId)
    {
        var open = await State.Read(tx, (customerId, orderId), static (s, a) => s.Find(a.customerId, a.orderId));
        var archived = open is null
            ? await archive.Find(ShipmentService.Shipments, customerId).FirstOrDefaultAsync(shipment => shipment.Shipment.OrderId == orderId)
            : null;
        return (open ?? archived) is { } found ? found : Unknown;
    }

    public Task<Shipments> ExportOpen(TransactionContext tx) => State.Read(tx, static s => new Shipments([.. s.Open.Values])).AsTask();

    internal override Task Publish(TransactionContext tx, OutboxRow row) => row.Delivered is { } delivered
        ? Publish(tx, row.Notification, delivered)
        : Publish(tx, row.Notification!, row.Sellers);

    internal override bool HasSequel(OutboxRow row) => row.Delivered is not null;

    internal override OutboxRow? Sequel(ShipmentState state, OutboxRow row) =>
        row.Delivered is { } delivered && state.Acknowledge(row.ShipmentId) is { } concluded
            ? new OutboxRow(row.Tid)
            {
                Notification = Shipping.Concluded(row.Tid, concluded, delivered.Packages[0].Date),
                Sellers = [.. SellersOf.Packages(concluded.Packages)],
                Concluded = concluded,
            }
            : null;

    internal override Task Finish(TransactionContext tx, OutboxRow row) => row.Concluded is { } shipment
        ? State.Archive(tx, archive, ShipmentService.Shipments, shipment.Shipment.CustomerId, shipment)
        : Task.CompletedTask;

    // E8 to Order and to every seller of the order.
    private async Task Publish(TransactionContext tx, ShipmentNotification notification, IReadOnlyList<int> sellers)
    {
        await SendToOrder(tx, notification);
        await Events.SendToSellers(
            tx, GrainFactory, sellers, notification, EventIds.To, static (tx, seller, e) => seller.OnShipmentNotification(tx, e));
    }

    private Task SendToOrder(TransactionContext tx, ShipmentNotification notification)
    {
        var order = GrainFactory.GetGrain<IOrderGrain>(notification.CustomerId);
        var name = notification.To(EventConsumer.Order, notification.CustomerId);
        return Events.Send(tx, name, order, notification, static (tx, order, e) => order.OnShipmentNotification(tx, e));
    }

    // E9 to the seller and the customer, after E8 to Order if that is due.
    private async Task Publish(TransactionContext tx, ShipmentNotification? underway, DeliveredPackages delivered)
    {
        if (underway is not null)
            await SendToOrder(tx, underway);

        var seller = GrainFactory.GetGrain<ISellerGrain>(delivered.SellerId);
        var toSeller = delivered.To(EventConsumer.Seller, delivered.SellerId);
        await Events.Send(tx, toSeller, seller, delivered, static (tx, seller, e) => seller.OnDelivered(tx, e));
        var customer = GrainFactory.GetGrain<ICustomerGrain>(delivered.CustomerId);
        var toCustomer = delivered.To(EventConsumer.Customer, delivered.CustomerId);
        await Events.Send(tx, toCustomer, customer, delivered, static (tx, customer, e) => customer.OnDelivered(tx, e));
    }
}
