using System.IO.Pipelines;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Product;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Marketplace.Protocols.Storage;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Grains;

/// <summary>Exports the state of each service for the audit: one JSON record a line, finished records first.</summary>
public sealed class Exports
{
    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;
    private readonly Declarations _declarations;
    private readonly IGrainStorageCatalog _catalog;
    private readonly IArchive _archive;
    private readonly ShipmentPartitions _partitions;
    private readonly SortedDictionary<string, Func<ExportWriter, Task>> _live;

    internal Exports(
        IGrainFactory grains,
        ITransactionProtocol protocol,
        Declarations declarations,
        IGrainStorageCatalog catalog,
        IArchive archive,
        ShipmentPartitions partitions)
    {
        (_grains, _protocol, _declarations, _catalog, _archive, _partitions) = (grains, protocol, declarations, catalog, archive, partitions);
        _live = new(StringComparer.Ordinal)
        {
            ["customers"] = Customers,
            ["sellers"] = Sellers,
            ["products"] = Products,
            ["stock"] = Stock,
            ["carts"] = Carts,
            ["attempts"] = Nothing,
            ["orders"] = Orders,
            ["order-counters"] = OrderCounters,
            ["payments"] = Nothing,
            ["charges"] = Nothing,
            ["shipments"] = Shipments,
            ["entries"] = Entries,
            ["deliveries"] = Nothing,
        };
    }

    /// <summary>The names of the exports.</summary>
    public IReadOnlyCollection<string> Names => _live.Keys;

    /// <summary>Writes an export.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="filter">
    /// Which records: by customer where a record belongs to one. Products, stock, sellers and deliveries belong to none and are all written.
    /// </param>
    /// <param name="output">Where to; flushed as it fills.</param>
    /// <param name="cancellationToken">Ends the export early.</param>
    /// <returns>When all records are written.</returns>
    public async Task Write(string name, KeyFilter filter, PipeWriter output, CancellationToken cancellationToken)
    {
        using var lines = new ExportWriter(output, filter, cancellationToken);
        if (ArchiveStreams.Names.Contains(name))
        {
            var keys = name == ArchiveStreams.Deliveries.Name ? KeyFilter.All : filter;
            await foreach (var record in _archive.Read(name, keys, cancellationToken))
            {
                await lines.Write(record);
            }
        }

        await _live[name](lines);
        await lines.Flush();
    }

    private static Task Nothing(ExportWriter lines) => Task.CompletedTask;

    private Task Customers(ExportWriter lines) => Each<ICustomerGrain, CustomerState>(lines, lines.Filter, async (tx, customer) =>
        await lines.Write(await customer.Export(tx), EntityJson.Default.CustomerExport));

    private Task Sellers(ExportWriter lines) => Each<ISellerGrain, SellerState>(lines, KeyFilter.All, async (tx, seller) =>
        await lines.Write((await seller.Export(tx)).Seller, EntityJson.Default.SellerExport));

    private Task Products(ExportWriter lines) => Each<IProductGrain, ProductState>(lines, KeyFilter.All, async (tx, product) =>
        await lines.Write(await product.Export(tx), EntityJson.Default.ProductExport));

    private Task Stock(ExportWriter lines) => Each<IStockGrain, StockState>(lines, KeyFilter.All, async (tx, stock) =>
        await lines.Write(await stock.Export(tx), EntityJson.Default.StockExport));

    private Task Carts(ExportWriter lines) => Each<ICartGrain, CartState>(lines, lines.Filter, async (tx, cart) =>
        await lines.Write(await cart.Export(tx) is { Session: > 0 } used ? used : null, EntityJson.Default.CartExport));

    private Task Orders(ExportWriter lines) => Each<IOrderGrain, OrderState>(lines, lines.Filter, async (tx, orders) =>
    {
        foreach (var order in (await orders.ExportOpen(tx)).Orders)
        {
            await lines.Write(order, EntityJson.Default.OrderExport);
        }
    });

    private Task OrderCounters(ExportWriter lines) => Each<IOrderGrain, OrderState>(lines, lines.Filter, async (tx, orders) =>
    {
        var count = (await orders.ExportOpen(tx)).OrderCount;
        var counter = count > 0 ? new OrderCounterExport((int)orders.GetPrimaryKeyLong(), count) : null;
        await lines.Write(counter, EntityJson.Default.OrderCounterExport);
    });

    private async Task Shipments(ExportWriter lines)
    {
        for (var partition = 0; partition < _partitions.Count; partition++)
        {
            var shipments = _grains.GetGrain<IShipmentGrain>(partition);
            var open = await _protocol.Run(
                _declarations.One("", TransactionKind.Read, shipments), shipments, static (tx, grain) => grain.ExportOpen(tx));
            foreach (var shipment in open.Items)
            {
                if (lines.Filter.Takes(shipment.Shipment.CustomerId))
                {
                    await lines.Write(shipment, EntityJson.Default.ShipmentExport);
                }
            }
        }
    }

    private Task Entries(ExportWriter lines) => Each<ISellerGrain, SellerState>(lines, KeyFilter.All, async (tx, seller) =>
    {
        foreach (var order in (await seller.Export(tx)).Open)
        {
            if (lines.Filter.Takes(order.Details.CustomerId))
            {
                await lines.Write(order, EntityJson.Default.EntryExport);
            }
        }
    });

    // Every grain of a service that has a state, each read in a transaction of its own.
    private async Task Each<TGrain, TState>(ExportWriter lines, KeyFilter filter, Func<TransactionContext, TGrain, Task> export)
        where TGrain : IServiceGrain
    {
        await foreach (var grainId in _catalog.ListAsync(StateName.Of<TState>(), lines.CancellationToken))
        {
            var key = grainId.GetIntegerKey();
            if (filter.Takes(key))
            {
                var grain = _grains.GetGrain<TGrain>(key);
                await _protocol.Run(_declarations.One("", TransactionKind.Read, grain), (export, grain), static async (tx, a) =>
                {
                    await a.export(tx, a.grain);
                    return true;
                });
            }
        }
    }
}
