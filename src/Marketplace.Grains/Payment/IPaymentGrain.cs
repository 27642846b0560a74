using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;

namespace Marketplace.Grains.Payment;

/// <summary>The payments of one customer's orders (paper section 3.1, Payment service). Key: customer id.</summary>
internal interface IPaymentGrain : IEventProducer
{
    /// <summary>E5: asks the provider for the money and tells everybody how it went (E6 or E7).</summary>
    /// <param name="invoice">The event, with all items of the order.</param>
    /// <returns>Committed or payment failed.</returns>
    Task<CheckoutOutcome> OnInvoiceIssued(TransactionContext tx, InvoiceIssued invoice);

    /// <summary>Ingests the payments of pre-populated orders.</summary>
    Task Ingest(TransactionContext tx, Payments payments);

    /// <summary>Reads the payment of an order.</summary>
    /// <returns>The payment; refused if there is none.</returns>
    Task<Answer<PaymentExport>> Get(TransactionContext tx, int orderId);
}

/// <summary>Payments of one customer's orders.</summary>
[GenerateSerializer, Immutable]
internal sealed record Payments(ImmutableArray<PaymentExport> Items);
