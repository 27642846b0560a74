using Marketplace.Audit.Checks;
using Marketplace.Audit.Exports;
using Marketplace.Audit.Spilling;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;

namespace Marketplace.Audit.Facts;

/// <summary>Gathers everything about the customers of one partition.</summary>
/// <param name="hasReads">Whether there is a record of what checkouts read of products.</param>
/// <param name="clock">The clock of the silo before the first partition; null if it does not show one.</param>
internal sealed class CustomerLoader(IFactSource facts, AuditHistory history, bool hasLog, bool hasReads, ClockExport? clock)
{
    // So long a silo may take to notice that a window has ended.
    private readonly DateTime? _settled = clock?.Time - AbandonExact.Patience;

    /// <summary>Why the audit log could not be read; null if it could.</summary>
    public string? LogFailure { get; private set; }

    /// <summary>Why the record of what checkouts read could not be read; null if it could.</summary>
    public string? ReadsFailure { get; private set; }

    /// <param name="products">All products: their open reservations belong to customers.</param>
    /// <param name="delivered">What Update Deliveries delivered, sorted by partition; read as far as this partition goes.</param>
    public async Task<IReadOnlyCollection<CustomerFacts>> Load(
        Partition partition,
        IEnumerable<ProductFacts> products,
        PeekingReader<DeliveredRow> delivered,
        CancellationToken cancellationToken)
    {
        var pass = new Pass(facts, partition, cancellationToken);
        await pass.Read(Export.Customers, static x => x.Customer.Id, static (c, x) => c.Customer = Slim.Of(x));
        await pass.Read(Export.OrderCounters, static x => x.CustomerId, static (c, x) => c.Counter = x);
        await pass.Read(Export.Carts, static x => x.CustomerId, static (c, x) => c.Cart = x);
        await pass.Read(Export.Charges, static x => x.Key.CustomerId, static (c, x) => c.Charges.Add(x));
        await pass.Read(
            Export.Abandonments,
            static x => x.CustomerId,
            (c, x) =>
            {
                c.Abandonments.Add(x);
                c.RecentAbandonments += x.Reason != AbandonReason.Sealed && x.Time >= _settled ? 1 : 0;
            });
        await pass.Read(
            Export.Attempts,
            static x => x.Reservation.CustomerId,
            static (c, x) => c.Checkout(x.Tid).Attempts.Add(Slim.Of(x)));
        await ReadTraces(
            pass, Export.Orders, static x => (x.Order.CustomerId, x.Order.Id, x.Tid), LogRow.Of, static (o, x) => o.Exports.Add(Slim.Of(x)));
        await ReadTraces(
            pass, Export.Payments, static x => (x.CustomerId, x.OrderId, x.Tid), LogRow.Of, static (o, x) => o.Payments.Add(Slim.Of(x)));
        await ReadTraces(
            pass,
            Export.Shipments,
            static x => (x.Shipment.CustomerId, x.Shipment.OrderId, x.Tid),
            LogRow.Of,
            static (o, x) => o.Shipments.Add(Slim.Of(x)));
        await ReadTraces(
            pass,
            Export.Entries,
            static x => (x.Details.CustomerId, x.Details.OrderId, x.Tid),
            LogRow.Of,
            static (o, x) => o.Entries.Add(Slim.Of(x)));
        if (hasReads)
        {
            ReadsFailure ??= await Try(
                pass.Read(Export.ReplicaReads, static x => x.Customer, static (c, x) => c.Checkout(x.Tid).Reads.Add(x)));
        }

        if (hasLog)
            LogFailure ??= await Try(pass.Read(Export.Log, LogRow.CustomerOf, static (c, x) => c.Logged.Add(LogRow.Of(x))));

        for (; delivered.TryPeek(out var row) && partition.Contains(row.CustomerId); delivered.Next())
            pass.Of(row.CustomerId).Order(row.OrderId).Deliveries.Add(row);
        foreach (var product in products)
            AddReservations(pass, product);
        foreach (var operation in history.ReadSessions(partition.Contains))
        {
            if (operation is CheckoutOperation checkout && partition.Contains(checkout.CustomerId))
                pass.Of(checkout.CustomerId).Checkout(checkout.Tid).Operation = checkout;
            else if (operation is SealOperation seal && partition.Contains(seal.CustomerId))
                pass.Of(seal.CustomerId).Seals.Add(seal with { Items = [] });
            else if (operation is AddOperation add && partition.Contains(add.CustomerId))
                AddItem(pass.Of(add.CustomerId), add);
        }

        return pass.Customers;
    }

    // Few checks need it: the others go on without.
    private static async Task<string?> Try(Task reading)
    {
        try
        {
            await reading;
            return null;
        }
        catch (FactsMissingException failure)
        {
            return failure.Message;
        }
    }

    private static void AddItem(CustomerFacts customer, AddOperation add)
    {
        customer.LastAdd = Math.Max(customer.LastAdd, add.Outcome.IsUnknown() ? long.MaxValue : add.Completed);
        customer.LastSession = Math.Max(customer.LastSession, add.Session);
    }

    // What a service says of orders, and what it must have written to the audit log if it has finished with one.
    private Task ReadTraces<T>(
        Pass pass,
        Export<T> export,
        Func<T, (int CustomerId, int OrderId, string Tid)> nameOf,
        Func<T, LogRow?> finishedOf,
        Action<OrderFacts, T> add) => pass.Read(
        export,
        record => nameOf(record).CustomerId,
        (customer, record) =>
        {
            if (hasLog && finishedOf(record) is { } finished)
                customer.Finished.Add(finished);
            var (_, orderId, tid) = nameOf(record);
            add(customer.Trace(orderId, tid), record);
        });

    private static void AddReservations(Pass pass, ProductFacts product)
    {
        foreach (var open in product.Stock?.OpenReservations ?? [])
        {
            if (pass.Partition.Contains(open.Reservation.CustomerId))
            {
                var row = new OpenReservationRow(product.Key, open.Tid, open.Reservation, open.Quantity);
                pass.Of(open.Reservation.CustomerId).Checkout(open.Tid).Reservations.Add(row);
            }
        }
    }

    private sealed class Pass(IFactSource facts, Partition partition, CancellationToken cancellationToken)
    {
        private readonly Dictionary<int, CustomerFacts> _customers = [];

        public Partition Partition => partition;
        public IReadOnlyCollection<CustomerFacts> Customers => _customers.Values;

        public CustomerFacts Of(int id)
        {
            if (!_customers.TryGetValue(id, out var facts))
                _customers.Add(id, facts = new CustomerFacts(id));
            return facts;
        }

        // A silo that ignored the partition would have its records examined once a pass; so what does not belong is left out here too.
        public async Task Read<T>(Export<T> export, Func<T, int> customerOf, Action<CustomerFacts, T> take)
        {
            await foreach (var record in facts.Read(export, partition, cancellationToken))
            {
                if (partition.Contains(customerOf(record)))
                    take(Of(customerOf(record)), record);
            }
        }
    }
}
