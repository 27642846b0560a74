using System.IO.Pipelines;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.AuditLogging;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Customer;
using Marketplace.Grains.EventDelivery;
using Marketplace.Grains.Order;
using Marketplace.Grains.Product;
using Marketplace.Grains.Recording;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Grains;

/// <summary>Exports the state of each service for the audit: one JSON record a line, finished records first.</summary>
public sealed class Exports
{
    // So many grains are read at once; on silos far away this hides the way there.
    private const int ReadsAtOnce = 16;

    private readonly IGrainFactory _grains;
    private readonly ITransactionProtocol _protocol;
    private readonly Declarations _declarations;
    private readonly GrainKeys _keys;
    private readonly IArchive _archive;
    private readonly ISilos _silos;
    private readonly ShipmentPartitions _partitions;
    private readonly CartOptions _cart;
    private readonly TimeProvider _time;
    private readonly SortedDictionary<string, Func<ExportWriter, Task>> _live;

    internal Exports(
        IGrainFactory grains,
        ITransactionProtocol protocol,
        Declarations declarations,
        GrainKeys keys,
        IArchive archive,
        ISilos silos,
        ShipmentPartitions partitions,
        IStockJournal journal,
        IEventJournal events,
        IReplicaJournal replicas,
        CartOptions cart,
        TimeProvider time,
        HistorySpool? history,
        IAuditLog? log)
    {
        (_grains, _protocol, _declarations, _keys) = (grains, protocol.Unrecorded, declarations, keys);
        (_archive, _silos, _partitions, _cart, _time) = (archive, silos, partitions, cart, time);
        _live = new(StringComparer.Ordinal)
        {
            ["customers"] = Customers,
            ["sellers"] = Sellers,
            ["products"] = Products,
            ["stock"] = Stock,
            ["carts"] = Carts,
            ["attempts"] = Nothing,
            ["abandonments"] = Nothing,
            ["clock"] = Clock,
            ["orders"] = Orders,
            ["order-counters"] = OrderCounters,
            ["payments"] = Nothing,
            ["charges"] = Nothing,
            ["shipments"] = Shipments,
            ["entries"] = Entries,
            ["deliveries"] = Nothing,
            ["warnings"] = Nothing,
            ["placement"] = Placement,
        };
        if (journal.IsKept)
            _live[ArchiveStreams.StockEvents.Name] = Nothing;

        if (events.IsKept)
            _live[ArchiveStreams.Events.Name] = Nothing;

        if (replicas.KeepsUpdates)
        {
            _live[ArchiveStreams.ProductUpdates.Name] = Nothing;
            _live[ArchiveStreams.ReplicaReads.Name] = Nothing;
            _live[ArchiveStreams.ReplicaApplies.Name] = Nothing;
        }

        if (history is not null)
        {
            _live["history"] = lines => History(lines, history);
            _live["versions"] = lines => Versions(lines, history);
        }

        if (log is not null)
            _live[IAuditLog.ExportName] = lines => Log(lines, log);
    }

    /// <summary>The names of the exports.</summary>
    public IReadOnlyCollection<string> Names => _live.Keys;

    /// <summary>Writes an export.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="filter">
    /// Which records: by customer where a record belongs to one. Products and their updates, stock and its events, sellers, deliveries,
    /// warnings and events belong to none and are all written.
    /// </param>
    /// <param name="output">Where to; flushed as it fills.</param>
    /// <param name="cancellationToken">Ends the export early.</param>
    /// <returns>When all records are written.</returns>
    public async Task Write(string name, KeyFilter filter, PipeWriter output, CancellationToken cancellationToken)
    {
        using var lines = new ExportWriter(output, filter, cancellationToken);
        if (ArchiveStreams.Names.Contains(name))
            await Archived(lines, name, ArchiveStreams.AreOfCustomers(name) ? filter : KeyFilter.All);

        await _live[name](lines);
        await lines.Flush();
    }

    private static Task Nothing(ExportWriter lines) => Task.CompletedTask;

    private async Task Archived(ExportWriter lines, string name, KeyFilter filter)
    {
        var silos = _silos.All;
        if (_archive.IsShared || silos.Length == 1)
        {
            await foreach (var record in _archive.Read(name, filter, lines.CancellationToken))
                await lines.Write(record);

            return;
        }

        foreach (var silo in silos)
        {
            for (ArchivePosition? next = default(ArchivePosition); next is { } from;)
            {
                lines.CancellationToken.ThrowIfCancellationRequested();
                var page = await silo.ReadArchive(name, filter, from);
                await lines.WriteLines(page.Lines);
                next = page.Next;
            }
        }
    }

    private Task Customers(ExportWriter lines) => Each<ICustomerGrain, CustomerState, CustomerExport?>(
        lines,
        lines.Filter,
        static (tx, customer) => customer.Export(tx),
        static (lines, customer, _) => lines.Write(customer, EntityJson.Default.CustomerExport));

    private Task Sellers(ExportWriter lines) => Each<ISellerGrain, SellerState, SellerOrders>(
        lines,
        KeyFilter.All,
        static (tx, seller) => seller.Export(tx),
        static (lines, seller, _) => lines.Write(seller.Seller, EntityJson.Default.SellerExport));

    private Task Products(ExportWriter lines) => Each<IProductGrain, ProductState, ProductExport?>(
        lines,
        KeyFilter.All,
        static (tx, product) => product.Export(tx),
        static (lines, product, _) => lines.Write(product, EntityJson.Default.ProductExport));

    private Task Stock(ExportWriter lines) => Each<IStockGrain, StockState, StockExport?>(
        lines,
        KeyFilter.All,
        static (tx, stock) => stock.Export(tx),
        static (lines, stock, _) => lines.Write(stock, EntityJson.Default.StockExport));

    private Task Carts(ExportWriter lines) => Each<ICartGrain, CartState, CartExport>(
        lines,
        lines.Filter,
        static (tx, cart) => cart.Export(tx),
        static (lines, cart, _) => lines.Write(cart.Session > 0 ? cart : null, EntityJson.Default.CartExport));

    private Task Orders(ExportWriter lines) => Each<IOrderGrain, OrderState, CustomerOrders>(
        lines,
        lines.Filter,
        static (tx, orders) => orders.ExportOpen(tx),
        static async (lines, orders, _) =>
        {
            foreach (var order in orders.Orders)
                await lines.Write(order, EntityJson.Default.OrderExport);
        });

    private Task OrderCounters(ExportWriter lines) => Each<IOrderGrain, OrderState, CustomerOrders>(
        lines,
        lines.Filter,
        static (tx, orders) => orders.ExportOpen(tx),
        static (lines, orders, customer) => lines.Write(
            orders.OrderCount > 0 ? new OrderCounterExport((int)customer, orders.OrderCount) : null,
            EntityJson.Default.OrderCounterExport));

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
                    await lines.Write(shipment, EntityJson.Default.ShipmentExport);
            }
        }
    }

    private Task Entries(ExportWriter lines) => Each<ISellerGrain, SellerState, SellerOrders>(
        lines,
        KeyFilter.All,
        static (tx, seller) => seller.Export(tx),
        static async (lines, seller, _) =>
        {
            foreach (var order in seller.Open)
            {
                if (lines.Filter.Takes(order.Details.CustomerId))
                    await lines.Write(order, EntityJson.Default.EntryExport);
            }
        });

    private async Task Placement(ExportWriter lines)
    {
        foreach (var silo in _silos.All)
        {
            lines.CancellationToken.ThrowIfCancellationRequested();
            foreach (var record in (await silo.Placement()).Services)
                await lines.Write(record, EntityJson.Default.PlacementExport);
        }
    }

    // First no silo may hold anything back.
    private async Task Log(ExportWriter lines, IAuditLog log)
    {
        await Task.WhenAll(_silos.All.Select(static silo => silo.FlushLog()));
        await foreach (var record in log.Read(lines.Filter, lines.CancellationToken))
            await lines.Write(record);
    }

    private async Task Clock(ExportWriter lines) => await lines.Write(
        new ClockExport(_time.GetUtcNow().UtcDateTime, _cart.AbandonmentWindow.TotalSeconds), EntityJson.Default.ClockExport);

    private static async Task History(ExportWriter lines, HistorySpool history)
    {
        foreach (var attempt in history.Read())
            await lines.Write(attempt, EntityJson.Default.TransactionExport);
    }

    private static async Task Versions(ExportWriter lines, HistorySpool history)
    {
        foreach (var version in history.Versions())
            await lines.Write(version, EntityJson.Default.VersionExport);
    }

    // Every grain of a service that has a state, each read in a transaction of its own.
    private async Task Each<TGrain, TState, TRecord>(
        ExportWriter lines,
        KeyFilter filter,
        Func<TransactionContext, TGrain, Task<TRecord>> read,
        Func<ExportWriter, TRecord, long, ValueTask> write)
        where TGrain : IServiceGrain
    {
        var underway = new Queue<(long Key, Task<TRecord> Record)>(ReadsAtOnce);
        await foreach (var key in _keys.List<TState>(lines.CancellationToken))
        {
            if (filter.Takes(key))
            {
                if (underway.Count == ReadsAtOnce)
                    await WriteNext();

                var grain = _grains.GetGrain<TGrain>(key);
                underway.Enqueue((key, _protocol.Run(_declarations.One("", TransactionKind.Read, grain), grain, read)));
            }
        }

        while (underway.Count > 0)
            await WriteNext();

        async ValueTask WriteNext()
        {
            var (key, record) = underway.Dequeue();
            await write(lines, await record, key);
        }
    }
}
