using System.IO.Pipelines;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Product;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <content>Ingestion, exports, reset and clean-up.</content>
internal sealed partial class Entry
{
    /// <summary>The names of the audit exports.</summary>
    public IReadOnlyCollection<string> ExportNames => _exports.Names;

    /// <summary>Ingests a customer.</summary>
    public Task AddCustomer(Customer customer) =>
        Ingest(_grains.GetGrain<ICustomerGrain>(customer.Id), customer, static (tx, grain, c) => grain.Put(tx, c));

    /// <summary>Ingests a seller.</summary>
    public async Task AddSeller(Seller seller)
    {
        await Ingest(Seller(seller.Id), seller, static (tx, grain, s) => grain.Put(tx, s));
        await Shown();
    }

    /// <summary>Ingests a product; no other service is asked.</summary>
    public Task AddProduct(Product product) => Run(
        _declare.ProductIngestion(Keys.Pair(product.SellerId, product.ProductId)),
        (Grain: Product(product.SellerId, product.ProductId), product),
        static async (tx, a) =>
        {
            await a.Grain.Put(tx, a.product);
            return true;
        });

    /// <summary>Ingests a stock item; no other service is asked.</summary>
    public Task AddStock(StockItem item) => Ingest(Stock(item.SellerId, item.ProductId), item, static (tx, grain, i) => grain.Put(tx, i));

    /// <summary>
    /// Ingests pre-populated orders with their payments and shipments, in one transaction. A customer's orders come one after the other, from id 1.
    /// </summary>
    /// <returns>For each order null, or why it was not taken; the others are taken all the same.</returns>
    public Task<Refusal?[]> AddOrders(IReadOnlyList<OrderImport> imports) => Run(
        _declare.Import(imports.Select(static import => import.Order.CustomerId)),
        (Entry: this, imports),
        static (tx, a) => OrderIngestion.Run(tx, a.Entry._grains, a.Entry._partitions, a.imports));

    /// <summary>Writes an audit export, one JSON record a line.</summary>
    /// <param name="name">One of <see cref="ExportNames"/>.</param>
    /// <returns>When all records are written.</returns>
    public Task Export(string name, KeyFilter filter, PipeWriter output, CancellationToken cancellationToken) =>
        _exports.Write(name, filter, output, cancellationToken);

    /// <summary>Takes everything back to what was ingested, once the operations under way have ended.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    public Task Reset(CancellationToken cancellationToken) => _housekeeping.Reset(cancellationToken);

    /// <summary>Removes everything, once the operations under way have ended.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    public Task Cleanup(CancellationToken cancellationToken) => _housekeeping.Clear(cancellationToken);

    private Task Ingest<TGrain, TEntity>(TGrain grain, TEntity entity, Func<TransactionContext, TGrain, TEntity, Task> put)
        where TGrain : IServiceGrain =>
        Run("", TransactionKind.Maintenance, grain, (entity, put), static async (tx, a) =>
        {
            await a.Argument.put(tx, a.Grain, a.Argument.entity);
            return true;
        });
}
