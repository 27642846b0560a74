using Marketplace.Contracts.Requests;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Shipment;

namespace Marketplace.Grains.Order;

/// <summary>
/// Ingests pre-populated orders in bulk: each customer, and each partition of Shipment, is called once for all of its orders, and what they
/// store becomes durable together.
/// </summary>
internal static class OrderIngestion
{
    /// <summary>Orders with their payments and shipments.</summary>
    /// <param name="customers">Whose; a customer may be named several times.</param>
    public static TransactionDeclaration Import(this Declarations declare, IEnumerable<int> customers) => new(
        "",
        TransactionKind.Maintenance,
        declare.AreNeeded
            ? AccessSet.Of(
            [
                .. customers.SelectMany(customer => new[]
                {
                    declare.Write<IShipmentGrain>(declare.Partitions.Of(customer)),
                    declare.Write<IOrderGrain>(customer),
                    declare.Write<IPaymentGrain>(customer),
                }),
            ])
            : default);

    /// <summary>Ingests orders with their payments and shipments. A customer's orders come one after the other, from id 1.</summary>
    /// <param name="grains">Where the grains are.</param>
    /// <returns>For each order null, or why it was not taken; the others are taken all the same.</returns>
    public static async Task<Refusal?[]> Run(
        TransactionContext tx, IGrainFactory grains, ShipmentPartitions partitions, IReadOnlyList<OrderImport> imports)
    {
        var refusals = new Refusal?[imports.Count];
        var places = Enumerable.Range(0, imports.Count).ToList();
        var customers = places.GroupBy(place => imports[place].Order.CustomerId).OrderBy(group => group.Key).ToList();
        await FanOut.ForEach(customers, (tx, grains, imports, refusals), static async (group, a) =>
        {
            var orders = ImmutableArray.CreateRange(group.Select(place => Order(a.imports[place])));
            var answer = await a.grains.GetGrain<IOrderGrain>(group.Key).Ingest(a.tx, new IngestedOrders(orders));
            foreach (var (place, refusal) in group.Zip(answer.Items))
                a.refusals[place] = refusal;

            var payments = ImmutableArray.CreateRange(group.Where(place => a.refusals[place] is null).Select(place => Payment(a.imports[place])));
            if (payments.Length > 0)
                await a.grains.GetGrain<IPaymentGrain>(group.Key).Ingest(a.tx, new Payments(payments));
        });

        // After the orders, as only those that were taken are shipped.
        var shipped = places.Where(place => refusals[place] is null)
            .GroupBy(place => partitions.Of(imports[place].Order.CustomerId)).OrderBy(group => group.Key).ToList();
        await FanOut.ForEach(shipped, (tx, grains, imports), static (group, a) =>
            a.grains.GetGrain<IShipmentGrain>(group.Key).Ingest(
                a.tx, new Shipments([.. group.Select(place => Shipment(group.Key, a.imports[place]))])));
        return refusals;
    }

    private static OrderExport Order(OrderImport import) => new("", default, import.Order, import.Items, import.History);

    private static PaymentExport Payment(OrderImport import) =>
        new("", import.Order.CustomerId, import.Order.Id, import.Payments, import.Card);

    private static ShipmentExport Shipment(int partition, OrderImport import) => new("", partition, import.Shipment, import.Packages);
}
