using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Customer;

/// <summary>A customer with its statistics (paper section 3.1, Customer service). Key: customer id.</summary>
internal interface ICustomerGrain : IServiceGrain
{
    /// <summary>Ingests the customer, replacing what was there.</summary>
    Task Put(TransactionContext tx, CustomerEntity customer);

    /// <summary>E4: no item of a checkout could be reserved.</summary>
    Task OnReserveStockFailed(TransactionContext tx, ReserveStockFailed failed);

    /// <summary>E6: a payment was confirmed.</summary>
    Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed);

    /// <summary>E7: a payment failed.</summary>
    Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed);

    /// <summary>E9: packages of one seller in one order were delivered.</summary>
    /// <param name="delivered">One event a package.</param>
    Task OnDelivered(TransactionContext tx, DeliveredPackages delivered);

    /// <summary>CartAbandoned: a session of the customer came to nothing.</summary>
    Task OnCartAbandoned(TransactionContext tx, CartAbandoned abandoned);

    /// <summary>Whether the customer is known.</summary>
    /// <returns>True once ingested.</returns>
    Task<bool> Exists(TransactionContext tx);

    /// <summary>Reads the customer.</summary>
    /// <returns>The customer with its statistics; refused if there is none.</returns>
    Task<Answer<CustomerEntity>> Get(TransactionContext tx);

    /// <summary>Exports the customer for the audit.</summary>
    /// <returns>The customer; null if there is none.</returns>
    Task<CustomerExport?> Export(TransactionContext tx);
}
