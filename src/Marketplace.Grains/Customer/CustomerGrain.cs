using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Placement;
using Orleans.Concurrency;

namespace Marketplace.Grains.Customer;

/// <summary>A customer.</summary>
[Reentrant]
internal sealed class CustomerGrain(IGrainState<CustomerState> state, Events<CustomerState> events, GrainLifetime lifetime)
    : ServiceGrain<CustomerState>(state, lifetime), ICustomerGrain
{
    private static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-customer", "There is no such customer.");

    public Task Put(TransactionContext tx, CustomerEntity customer) => State.Apply(tx, customer, static (s, c) => s.Put(c));

    public Task OnReserveStockFailed(TransactionContext tx, ReserveStockFailed failed) =>
        events.Receive(tx, failed, static (s, _) => s.Rejected());

    public Task OnPaymentConfirmed(TransactionContext tx, PaymentConfirmed confirmed) =>
        events.Receive(tx, confirmed, static (s, e) => s.Paid(e.TotalInvoice));

    public Task OnPaymentFailed(TransactionContext tx, PaymentFailed failed) =>
        events.Receive(tx, failed, static (s, _) => s.PaymentFailed());

    public Task OnDelivered(TransactionContext tx, DeliveredPackages delivered) =>
        events.Receive(tx, delivered, static (s, e) => s.Delivered(e.Packages.Length));

    public Task OnCartAbandoned(TransactionContext tx, CartAbandoned abandoned) =>
        events.Receive(tx, abandoned, static (s, _) => s.Abandoned());

    public Task<bool> Exists(TransactionContext tx) => State.Read(tx, static s => s.Ingested is not null).AsTask();

    public Task<Answer<CustomerEntity>> Get(TransactionContext tx) =>
        State.Read(tx, static s => s.Customer() is { } customer ? (Answer<CustomerEntity>)customer : Unknown).AsTask();

    public Task<CustomerExport?> Export(TransactionContext tx) =>
        State.Read(tx, static s => s.Customer() is { } customer ? new CustomerExport(customer, s.Ingested!) : null).AsTask();
}
