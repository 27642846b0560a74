using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Order;

/// <summary>The orders of one customer (paper section 3.1, Order service). Key: customer id.</summary>
internal interface IOrderGrain : IEventProducer
{
    /// <summary>E3: makes the order, issues the invoice (E5 to the sellers and Payment) and sees the payment through.</summary>
    /// <returns>How the checkout ended.</returns>
    Task<CheckoutAnswer> OnStockConfirmed(TransactionContext tx, StockConfirmed confirmed);

    /// <summary>E6: the payment was confirmed.</summary>
    Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed);

    /// <summary>E7: the payment failed; the order is over.</summary>
    Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed);

    /// <summary>E8: the shipment is approved, under delivery, or concluded.</summary>
    Task OnShipmentNotification(TransactionContext tx, ShipmentNotification notification);

    /// <summary>Ingests pre-populated, concluded orders, one after the other. Their ids continue the customer's counter.</summary>
    /// <returns>Which of them were not taken, and why.</returns>
    Task<Refusals> Ingest(TransactionContext tx, IngestedOrders orders);

    /// <summary>Reads an order.</summary>
    /// <returns>The order with items and history; refused if there is none.</returns>
    Task<Answer<OrderExport>> Get(TransactionContext tx, int orderId);

    /// <summary>Reads all orders of the customer.</summary>
    /// <returns>Oldest first.</returns>
    Task<CustomerOrders> GetAll(TransactionContext tx);

    /// <summary>Exports the orders that are not archived.</summary>
    /// <returns>Oldest first.</returns>
    Task<CustomerOrders> ExportOpen(TransactionContext tx);
}
