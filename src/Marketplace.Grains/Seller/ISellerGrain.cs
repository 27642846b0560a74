using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Seller;

/// <summary>A seller with its order entries and dashboard (paper section 3.1, Seller service). Key: seller id.</summary>
internal interface ISellerGrain : IServiceGrain
{
    /// <summary>Ingests the seller, replacing its profile.</summary>
    Task Put(TransactionContext tx, SellerEntity seller);

    /// <summary>E5: new order entries.</summary>
    /// <param name="invoice">The event with this seller's items alone.</param>
    Task OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice);

    /// <summary>E6: an order was paid.</summary>
    Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed);

    /// <summary>E7: the payment of an order failed; its entries are closed.</summary>
    Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed);

    /// <summary>E8: a shipment is approved or concluded; by the latter its entries are closed.</summary>
    Task OnShipmentNotification(TransactionContext tx, ShipmentNotification notification);

    /// <summary>E9: packages of this seller in one order were delivered.</summary>
    /// <param name="delivered">One event a package.</param>
    Task OnDelivered(TransactionContext tx, DeliveredPackages delivered);

    /// <summary>LowStockWarning: in an average week more of an item is asked for than is left of it.</summary>
    Task OnLowStock(TransactionContext tx, LowStockWarning warning);

    /// <summary>The latest low-stock warnings, at most 100.</summary>
    /// <returns>The newest first; refused if there is no such seller.</returns>
    Task<Answer<SellerAlerts>> Alerts(TransactionContext tx);

    /// <summary>The seller dashboard: aggregate and entries from one snapshot.</summary>
    /// <returns>The dashboard; refused if there is no such seller.</returns>
    Task<Answer<SellerDashboard>> Dashboard(TransactionContext tx);

    /// <summary>
    /// In no transaction: waits until the table of dashboards has what was committed of the seller. Only where silos share that table.
    /// </summary>
    /// <param name="anew">Whether to write all of it again first: another silo has written since.</param>
    /// <returns>Number of the silo that has written it.</returns>
    Task<long> Shown(bool anew);

    /// <summary>Reads the seller.</summary>
    /// <returns>The seller; refused if there is none.</returns>
    Task<Answer<SellerEntity>> Get(TransactionContext tx);

    /// <summary>Exports the seller for the audit.</summary>
    /// <returns>The seller with what is on its dashboard.</returns>
    Task<SellerOrders> Export(TransactionContext tx);
}
