using Marketplace.Audit.Exports;
using Marketplace.Audit.Graph;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Driver.Audit;
using Marketplace.Driver.Database;

namespace Marketplace.Driver.Queries;

/// <summary>
/// What the target showed the audit as tables: one for each export, and one for each list within its records. An export that was not kept, or that
/// the target does not have, is an empty table; `facts` says how many records each one had.
/// </summary>
internal static class FactTables
{
    /// <summary>Adds the tables.</summary>
    /// <param name="folder">Where the exports were kept; it need not be there.</param>
    public static async Task Add(TableFile file, string folder, CancellationToken cancellationToken)
    {
        var counts = new List<FactRow>();
        await Flat(Export.Customers, "customers");
        await Flat(Export.Products, "products");
        await Flat(Export.Stock, "stock");
        await Flat(Export.Charges, "charges");
        await Flat(Export.StockEvents, "stock_events");
        await Flat(Export.ProductUpdates, "product_updates");
        await Flat(Export.ReplicaApplies, "replica_applies");
        await Projected(Export.Events, "events", static found => new EventRow(found.Tid, found.Stage, found.Number, found.Time, found.Id));
        await Projected(Export.Warnings, "warnings", static found => new WarningRow(
            found.Tid, found.SellerId, found.ProductId, found.Event, found.Demand, found.Weeks, found.Level, found.Time));
        await Flat(Export.Abandonments, "abandonments");
        await Nested(Export.Orders, "orders", "order_items", static order =>
            order.Items.Select(item => new OrderItemRow(order.Tid, order.Order.CustomerId, item)));
        await Nested(Export.Payments, "payments", "payment_lines", static payment =>
            payment.Lines.Select(line => new PaymentLineRow(payment.Tid, payment.CustomerId, line)));
        await Nested(Export.Shipments, "shipments", "packages", static shipment =>
            shipment.Packages.Select(package => new PackageRow(shipment.Tid, package)));
        await Nested(Export.Entries, "seller_orders", "order_entries", static entry => entry.Entries);
        await Nested(Export.Deliveries, "deliveries", "delivered_orders", static delivery =>
            delivery.Chosen.Select(order => new DeliveredOrderRow(delivery.Tid, order)));
        await Nested(Export.ReplicaReads, "cart_reads", "replica_reads", static read =>
            read.Products.Select(product => new ReplicaReadRow(read.Tid, read.Customer, read.Number, product)));
        await Transactions();
        file.Fill("facts", counts);

        Task Flat<T>(Export<T> export, string name) => Projected(export, name, static record => record);

        async Task Projected<T, TRow>(Export<T> export, string name, Func<T, TRow> row)
        {
            using var table = file.Begin<TRow>(name);
            await Each(export, name, record => table.Add(row(record)));
        }

        async Task Nested<T, TPart>(Export<T> export, string name, string partName, Func<T, IEnumerable<TPart>> parts)
        {
            using var inner = file.Begin<TPart>(partName);
            using var table = file.Begin<T>(name);
            await Each(export, name, record =>
            {
                table.Add(record);
                foreach (var part in parts(record))
                    inner.Add(part);
            });
        }

        async Task Transactions()
        {
            using var transactions = file.Begin<TransactionRow>("transactions");
            using var accesses = file.Begin<AccessTableRow>("accesses");
            var number = 0L;
            await Each(Export.History, "transactions", record =>
            {
                transactions.Add(new TransactionRow(++number, record.Tid, record.Kind, record.Attempt, record.Outcome, record.Cause));
                foreach (var (versions, isWrite) in new[] { (record.Reads, false), (record.Writes, true) })
                {
                    foreach (var version in versions ?? [])
                        accesses.Add(AccessTableRow.Of(number, record.Tid, record.Kind, version, isWrite));
                }
            });
        }

        async Task Each<T>(Export<T> export, string name, Action<T> add)
        {
            var records = 0L;
            await foreach (var record in KeptFacts.Read(folder, export, cancellationToken))
            {
                add(record);
                records++;
            }

            counts.Add(new FactRow(export.Name, name, KeptFacts.Has(folder, export), records));
        }
    }

    /// <summary>Which export became which table.</summary>
    private sealed record FactRow(string Export, string TableName, bool Kept, long Records);

    private sealed record EventRow(string Tid, EventStage Stage, int Number, DateTime Time, EventId Event);

    private sealed record WarningRow(
        string Tid, int SellerId, int ProductId, int StockEvent, long Demand, int Weeks, int Level, DateTime Time);

    private sealed record OrderItemRow(string Tid, int CustomerId, OrderItem Item);

    private sealed record PaymentLineRow(string Tid, int CustomerId, OrderPayment Line);

    private sealed record PackageRow(string Tid, Package Package);

    private sealed record DeliveredOrderRow(string Tid, DeliveredOrder Order);

    private sealed record ReplicaReadRow(string Tid, int Customer, int Number, ReplicaReadProduct Read);

    /// <summary>An attempt to run a transaction.</summary>
    /// <param name="Number">Its place in the order in which attempts ended, from 1.</param>
    private sealed record TransactionRow(long Number, string Tid, string Kind, int Attempt, AttemptOutcome Outcome, string? Cause);

    /// <summary>An access of a transaction to a version of an object; a write made it.</summary>
    private sealed record AccessTableRow(long Number, string Tid, string Kind, string Service, string Object, long Version, bool IsWrite)
    {
        public static AccessTableRow Of(long number, string tid, string kind, string name, bool isWrite) =>
            ObjectName.TrySplit(name, out var slash, out var at, out var version)
                ? new AccessTableRow(number, tid, kind, name[..slash], name[..at], version, isWrite)
                : throw new InvalidDataException($"\"{name}\" is no version of an object.");
    }
}
