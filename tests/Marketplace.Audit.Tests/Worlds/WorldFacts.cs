using System.Runtime.CompilerServices;
using Marketplace.Audit.Exports;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Tests;

/// <summary>What a world shows, from memory. Like a silo, it filters by customer where a record has one.</summary>
internal sealed class WorldFacts(World world) : IFactSource
{
    public async IAsyncEnumerable<T> Read<T>(
        Export<T> export,
        Partition partition,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await Task.CompletedTask;
        world.Exporting(export.Name);
        foreach (var (customer, record) in Records(export.Name))
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (customer is not { } id || partition.Contains(id))
                yield return (T)world.Showing(record);
        }
    }

    public Task<SellerDashboard?> Dashboard(int sellerId, CancellationToken cancellationToken)
    {
        world.Exporting("dashboard");
        var open = world.Entries.Where(entry => entry.Open && entry.Details.SellerId == sellerId).ToList();
        var entries = open.SelectMany(entry => entry.Entries).ToList();
        var view = new OrderSellerView(
            sellerId,
            open.Count,
            entries.Count,
            entries.Sum(entry => entry.TotalAmount),
            entries.Sum(entry => entry.FreightValue),
            entries.Sum(entry => entry.TotalIncentive),
            entries.Sum(entry => entry.TotalInvoice),
            entries.Sum(entry => entry.TotalItems));
        return Task.FromResult(world.Sellers.Any(seller => seller.SellerId == sellerId)
            ? world.Dashboards(new SellerDashboard(view, [.. entries]))
            : null);
    }

    public Task<bool> Exists<T>(Export<T> export, CancellationToken cancellationToken) => Task.FromResult(export.Name switch
    {
        "history" => world.Recorded is not null,
        "versions" => world.Stored is not null,
        "stock-events" => world.StockEvents is not null,
        "events" => world.Events is not null,
        "log" => world.Log is not null,
        "product-updates" or "replica-reads" or "replica-applies" => world.ProductUpdates is not null,
        "warnings" => world.Warnings is not null,
        "clock" => world.Clocks is not null,
        "placement" => world.Placement is not null,
        _ => true,
    });

    private IEnumerable<(int? Customer, object Record)> Records(string name) => name switch
    {
        "customers" => Of(world.Customers, x => x.Customer.Id),
        "sellers" => Of(world.Sellers, _ => null),
        "products" => Of(world.Products, _ => null),
        "stock" => Of(world.Stock, _ => null),
        "carts" => Of(world.Carts, x => x.CustomerId),
        "attempts" => Of(world.Attempts, x => x.Reservation.CustomerId),
        "orders" => Of(world.Orders, x => x.Order.CustomerId),
        "order-counters" => Of(world.Counters, x => x.CustomerId),
        "payments" => Of(world.Payments, x => x.CustomerId),
        "charges" => Of(world.Charges, x => x.Key.CustomerId),
        "shipments" => Of(world.Shipments, x => x.Shipment.CustomerId),
        "entries" => Of(world.Entries, x => x.Details.CustomerId),
        "deliveries" => Of(world.Deliveries, _ => null),
        "abandonments" => Of(world.Abandonments, x => x.CustomerId),
        "clock" => Of([world.Clocks!(new ClockExport(World.Stamp(world.Now), 600))], _ => null),
        "warnings" => Of(world.Warnings ?? [], _ => null),
        "stock-events" => Of(world.StockEvents ?? [], _ => null),
        "product-updates" => Of(world.ProductUpdates ?? [], _ => null),
        "replica-reads" => Of(world.Reads, x => x.Customer),
        "replica-deliveries" => Of([world.ReplicaDeliveries], _ => null),
        "replica-applies" => Of(world.Applies, x => x.Customer),
        "events" => Of(world.Events ?? [], _ => null),
        "history" => Of(world.Recorded ?? [], _ => null),
        "versions" => Of(world.Stored ?? [], _ => null),
        "placement" => Of(world.Placement ?? [], _ => null),
        "log" => Of(world.Log ?? [], x => int.Parse(x.Key.Split('|')[0], System.Globalization.CultureInfo.InvariantCulture)),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "There is no such export."),
    };

    private static IEnumerable<(int? Customer, object Record)> Of<T>(IEnumerable<T> records, Func<T, int?> customer)
        where T : class => records.Select(record => (customer(record), (object)record));
}
