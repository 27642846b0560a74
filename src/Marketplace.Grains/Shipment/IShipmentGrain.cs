using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Shipment;

/// <summary>One partition of the shipments (paper section 3.1, Shipment service). Key: partition.</summary>
internal interface IShipmentGrain : IEventProducer
{
    /// <summary>E6: makes the shipment, ships its packages, and tells Order and the sellers (E8 approved).</summary>
    /// <param name="confirmed">The event, with all items of the order.</param>
    Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed);

    /// <summary>First step of Update Delivery: the sellers whose oldest open order is the oldest of this partition.</summary>
    /// <param name="count">At most so many.</param>
    /// <returns>Oldest first, each seller once.</returns>
    Task<OldestOrders> Oldest(TransactionContext tx, int count);

    /// <summary>Everybody who sells in orders that are about to be delivered: they hear of it when that concludes an order.</summary>
    /// <param name="chosen">Open orders of this partition.</param>
    Task<OrderSellers> Sellers(TransactionContext tx, OldestOrders chosen);

    /// <summary>
    /// Second step of Update Delivery: delivers what was chosen, unless somebody else has, and tells the sellers and customers (E9),
    /// and Order and sellers when a shipment comes under delivery or is concluded (E8).
    /// </summary>
    /// <param name="chosen">Orders of this partition.</param>
    /// <returns>Those that this transaction delivered.</returns>
    Task<OldestOrders> Deliver(TransactionContext tx, OldestOrders chosen);

    /// <summary>Ingests the concluded shipments of pre-populated orders; they get the next shipment ids of this partition.</summary>
    /// <param name="shipments">The shipments, their packages without shipment ids.</param>
    Task Ingest(TransactionContext tx, Shipments shipments);

    /// <summary>Reads the shipment of an order.</summary>
    /// <returns>The shipment with its packages; refused if there is none.</returns>
    Task<Answer<ShipmentExport>> Get(TransactionContext tx, int customerId, int orderId);

    /// <summary>Exports the shipments that are not archived.</summary>
    /// <returns>Oldest first.</returns>
    Task<Shipments> ExportOpen(TransactionContext tx);
}
