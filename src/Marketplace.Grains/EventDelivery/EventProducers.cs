using Marketplace.Contracts.Audit;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Orleans;

namespace Marketplace.Grains.EventDelivery;

/// <summary>Finds the grain that tells of an event by the event's name.</summary>
internal sealed class EventProducers(IGrainFactory grains, ShipmentPartitions partitions)
{
    /// <summary>Where an event comes from: a kind of event that stands for the service, and the key of the grain there.</summary>
    public (EventKind Service, long Key) SourceOf(EventId id) => id.Kind switch
    {
        EventKind.ProductDeleted => (id.Kind, Keys.Pair(id.Owner, id.Number)),
        EventKind.LowStockWarning => (id.Kind, Keys.Pair(id.Owner, id.Number)),
        EventKind.ReserveStockFailed or EventKind.CartAbandoned => (EventKind.CartAbandoned, id.Owner),
        EventKind.PaymentConfirmed or EventKind.PaymentFailed => (EventKind.PaymentConfirmed, id.Owner),
        EventKind.ShipmentNotification or EventKind.DeliveryNotification => (EventKind.ShipmentNotification, partitions.Of(id.Owner)),
        _ => (id.Kind, id.Owner),
    };

    /// <summary>The grain.</summary>
    /// <param name="source">Where an event comes from.</param>
    public IEventProducer Of((EventKind Service, long Key) source) => source.Service switch
    {
        EventKind.ProductDeleted => grains.GetGrain<IProductGrain>(source.Key),
        EventKind.LowStockWarning => grains.GetGrain<IStockGrain>(source.Key),
        EventKind.CartAbandoned => grains.GetGrain<ICartGrain>(source.Key),
        EventKind.PaymentConfirmed => grains.GetGrain<IPaymentGrain>(source.Key),
        EventKind.ShipmentNotification => grains.GetGrain<IShipmentGrain>(source.Key),
        _ => grains.GetGrain<IOrderGrain>(source.Key),
    };
}
