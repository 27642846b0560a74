using System.IO.Pipelines;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Payment;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <content>Ingestion, exports, reset and clean-up.</content>
internal sealed partial class Entry
{
    /// <summary>The names of the audit exports.</summary>
    public IReadOnlyCollection<string> ExportNames => _exports.Names;

    /// <summary>Ingests a customer.</summary>
    /// <param name="customer">The customer.</param>
    /// <returns>When it is done.</returns>
    public Task AddCustomer(Customer customer) =>
        Ingest(_grains.GetGrain<ICustomerGrain>(customer.Id), customer, static (tx, grain, c) => grain.Put(tx, c));

    /// <summary>Ingests a seller.</summary>
    /// <param name="seller">The seller.</param>
    /// <returns>When it is done.</returns>
    public async Task AddSeller(Seller seller)
    {
        await Ingest(Seller(seller.Id), seller, static (tx, grain, s) => grain.Put(tx, s));
        await Shown();
    }

    /// <summary>Ingests a product; no other service is asked.</summary>
    /// <param name="product">The product.</param>
    /// <returns>When it is done.</returns>
    public Task AddProduct(Product product) => Run(
        _declare.ProductIngestion(Keys.Pair(product.SellerId, product.ProductId)),
        (Grain: Product(product.SellerId, product.ProductId), product),
        static async (tx, a) =>
        {
            await a.Grain.Put(tx, a.product);
            return true;
        });

    /// <summary>Ingests a stock item; no other service is asked.</summary>
    /// <param name="item">The item.</param>
    /// <returns>When it is done.</returns>
    public Task AddStock(StockItem item) => Ingest(Stock(item.SellerId, item.ProductId), item, static (tx, grain, i) => grain.Put(tx, i));

    /// <summary>Ingests a pre-populated order with its payment and shipment. A customer's orders come one after the other, from id 1.</summary>
    /// <param name="import">The order.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> AddOrder(OrderImport import) => Run(_declare.Import(import.Order.CustomerId), (Entry: this, import), static async (tx, a) =>
    {
        var (order, customerId) = (a.import.Order, a.import.Order.CustomerId);
        var refusal = await a.Entry.Orders(customerId).Ingest(tx, new OrderExport("", default, order, a.import.Items, a.import.History));
        if (refusal is null)
        {
            var payment = new PaymentExport("", customerId, order.Id, a.import.Payments, a.import.Card);
            await a.Entry._grains.GetGrain<IPaymentGrain>(customerId).Ingest(tx, payment);
            await a.Entry.Shipments(customerId).Ingest(tx, a.import.Shipment, a.import.Packages);
        }

        return refusal;
    });

    /// <summary>Writes an audit export, one JSON record a line.</summary>
    /// <param name="name">One of <see cref="ExportNames"/>.</param>
    /// <param name="filter">Which records.</param>
    /// <param name="output">Where to.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>When all records are written.</returns>
    public Task Export(string name, KeyFilter filter, PipeWriter output, CancellationToken cancellationToken) =>
        _exports.Write(name, filter, output, cancellationToken);

    /// <summary>Takes everything back to what was ingested, once the operations under way have ended.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    /// <returns>When it is done.</returns>
    public Task Reset(CancellationToken cancellationToken) => _housekeeping.Reset(cancellationToken);

    /// <summary>Removes everything, once the operations under way have ended.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    /// <returns>When it is done.</returns>
    public Task Cleanup(CancellationToken cancellationToken) => _housekeeping.Clear(cancellationToken);

    private Task Ingest<TGrain, TEntity>(TGrain grain, TEntity entity, Func<TransactionContext, TGrain, TEntity, Task> put)
        where TGrain : IServiceGrain =>
        Run("", TransactionKind.Maintenance, grain, (entity, put), static async (tx, a) =>
        {
            await a.Argument.put(tx, a.Grain, a.Argument.entity);
            return true;
        });
}
