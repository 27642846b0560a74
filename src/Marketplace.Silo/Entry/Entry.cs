using System.Collections.Immutable;
using System.IO.Pipelines;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;
using Marketplace.Grains;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Cluster;
using Marketplace.Grains.Order;
using Marketplace.Grains.Product;
using Marketplace.Grains.Shipment;
using Marketplace.Protocols;

namespace Marketplace.Silo;

/// <summary>
/// The entry points of the system without HTTP: the gateway is thin over it, and tests and simulations call it. Every operation is a
/// transaction; one that is refused answers with the reason.
/// </summary>
/// <exception cref="TimeoutException">Any operation: a grain did not answer in time, or the system was being reset for too long.</exception>
internal sealed class Entry(
    EntryGrains grains,
    EntryTransactions transactions,
    EntryOutputs outputs,
    CheckoutSession session,
    ProductUpdates updates,
    UpdateDelivery delivery,
    Declarations declarations,
    AbandonedCarts abandoned,
    Exports exports,
    Housekeeping housekeeping,
    OperationGate gate)
{
    /// <summary>False while the system is being reset or cleaned up.</summary>
    public bool IsOpen => !gate.IsClosed;

    public EntryGrains Grains => grains;

    /// <summary>The names of the audit exports.</summary>
    public IReadOnlyCollection<string> ExportNames => exports.Names;

    public Task AddCustomer(Customer customer) =>
        Ingest(grains.Customer(customer.Id), customer, static (tx, grain, c) => grain.Put(tx, c));

    public async Task AddSeller(Seller seller)
    {
        await Ingest(grains.Seller(seller.Id), seller, static (tx, grain, s) => grain.Put(tx, s));
        await outputs.Shown();
    }

    /// <summary>Ingests a product; no other service is asked.</summary>
    public Task AddProduct(Product product) => transactions.Run(
        declarations.ProductIngestion(Keys.Pair(product.SellerId, product.ProductId)),
        (Grain: grains.Product(product.SellerId, product.ProductId), product),
        static async (tx, a) =>
        {
            await a.Grain.Put(tx, a.product);
            return true;
        });

    /// <summary>Ingests a stock item; no other service is asked.</summary>
    public Task AddStock(StockItem item) =>
        Ingest(grains.Stock(item.SellerId, item.ProductId), item, static (tx, grain, i) => grain.Put(tx, i));

    /// <summary>
    /// Ingests pre-populated orders with their payments and shipments, in one transaction. A customer's orders come one after the other, from id 1.
    /// </summary>
    /// <returns>For each order null, or why it was not taken; the others are taken all the same.</returns>
    public Task<Refusal?[]> AddOrders(IReadOnlyList<OrderImport> imports) => transactions.Run(
        declarations.Import(imports.Select(static import => import.Order.CustomerId)),
        (grains, imports),
        static (tx, a) => a.grains.Ingest(tx, a.imports));

    /// <param name="tid">Transaction id; empty if the client gave none.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> AddItem(int customerId, CartItem item, string tid = "") => session.Add(customerId, item, tid);

    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> UpdateItem(int customerId, CartItem item) => session.Replace(customerId, item);

    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> RemoveItem(int customerId, int sellerId, int productId) => session.Remove(customerId, sellerId, productId);

    /// <summary>Gives a session up.</summary>
    /// <param name="tid">Transaction id; empty if the client gave none.</param>
    /// <returns>Null, or why not.</returns>
    public Task<Refusal?> Seal(int customerId, string tid = "") => session.Seal(customerId, tid);

    /// <summary>Customer Checkout. A repeat of the same tid gets the same answer and does nothing again (S#2).</summary>
    /// <returns>How it ended; refused if it may not run.</returns>
    public Task<Answer<CheckoutAnswer>> Checkout(CustomerCheckout checkout) => session.Checkout(checkout);

    /// <returns>The place of the update in the product's order; refused if there is no such product or version.</returns>
    public Task<Answer<UpdateAnswer>> UpdatePrice(PriceUpdate update) => updates.UpdatePrice(update);

    /// <summary>Product Delete with a replacement; the transaction id is the new version.</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product.</returns>
    public Task<Answer<UpdateAnswer>> ReplaceProduct(Product product) => updates.Replace(product);

    /// <summary>Product Delete without a replacement.</summary>
    /// <returns>The place of the update in the product's order; refused if there is no such product.</returns>
    public Task<Answer<UpdateAnswer>> DeleteProduct(int sellerId, int productId, string tid) => updates.Delete(sellerId, productId, tid);

    /// <summary>Adds pieces to a stock item.</summary>
    /// <returns>The item afterwards; refused if there is none.</returns>
    public Task<Answer<StockItem>> Replenish(int sellerId, int productId, int quantity) => transactions.Run(
        "",
        TransactionKind.Maintenance,
        grains.Stock(sellerId, productId),
        quantity,
        static (tx, a) => a.Grain.Replenish(tx, a.Argument));

    /// <remarks>Most find nothing to deliver. To see that takes no partition from others, where to declare that one writes does.</remarks>
    public async Task<DeliveryAnswer> UpdateDelivery(string tid)
    {
        outputs.MakeSureOfRoom();
        var answer = declarations.AreNeeded && !await IsAnythingOpen(tid)
            ? new DeliveryAnswer(tid, 0, 0)
            : await transactions.Run(delivery.Declare(tid), delivery, static (tx, delivery) => delivery.Run(tx));
        await outputs.Shown();
        return answer;
    }

    /// <returns>Aggregate and entries from one snapshot; refused if there is no such seller.</returns>
    public Task<Answer<SellerDashboard>> Dashboard(int sellerId, string tid) => outputs.Dashboards is { } dashboards
        ? transactions.Inside((dashboards, sellerId), static a => a.dashboards.Read(a.sellerId))
        : transactions.Run(tid, TransactionKind.Dashboard, grains.Seller(sellerId), static (tx, seller) => seller.Dashboard(tx));

    public Task<TResult> Read<TGrain, TResult>(TGrain grain, Func<TransactionContext, TGrain, Task<TResult>> read)
        where TGrain : IServiceGrain =>
        transactions.Run("", TransactionKind.Read, grain, read);

    public Task<TResult> Read<TGrain, TArgument, TResult>(
        TGrain grain, TArgument argument, Func<TransactionContext, (TGrain Grain, TArgument Argument), Task<TResult>> read)
        where TGrain : IServiceGrain =>
        transactions.Run("", TransactionKind.Read, grain, argument, read);

    /// <summary>The sessions of all customers that were abandoned last, the newest first.</summary>
    /// <param name="max">How many at most.</param>
    public Task<ImmutableArray<CartAbandoned>> GetAbandoned(int max) =>
        transactions.Inside((abandoned, max), static a => a.abandoned.Latest(a.max));

    /// <summary>
    /// Writes an audit export, one JSON record a line, once the operations under way have ended: the clients of some may have given them up, and
    /// whoever read beside them would find halves.
    /// </summary>
    /// <param name="name">One of <see cref="ExportNames"/>.</param>
    public async Task Export(string name, KeyFilter filter, PipeWriter output, CancellationToken cancellationToken)
    {
        await housekeeping.Rest();
        await exports.Write(name, filter, output, cancellationToken);
    }

    /// <summary>Hands the records of an audit export over, to somebody in this process.</summary>
    /// <param name="name">One of <see cref="ExportNames"/>.</param>
    public Task Export(string name, ExportWriter records) => exports.Write(name, records);

    /// <summary>Takes everything back to what was ingested, once the operations under way have ended.</summary>
    /// <param name="cancellationToken">Ends it early, with some services reset and others not.</param>
    public Task Reset(CancellationToken cancellationToken) => housekeeping.Reset(cancellationToken);

    /// <summary>Removes everything, once the operations under way have ended.</summary>
    /// <param name="cancellationToken">Ends it early, with some services cleared and others not.</param>
    public Task Cleanup(CancellationToken cancellationToken) => housekeeping.Clear(cancellationToken);

    // That there is nothing is an answer, which waits until it is stored. If there is something, the delivery waits for that and for itself.
    private async Task<bool> IsAnythingOpen(string tid)
    {
        var unstored = new UnstoredReads();
        var isOpen = await transactions.Run(
            delivery.DeclareLook(tid) with { Unstored = unstored }, delivery, static (tx, delivery) => delivery.Look(tx));
        if (!isOpen)
            await unstored.Wait();

        return isOpen;
    }

    private Task Ingest<TGrain, TEntity>(TGrain grain, TEntity entity, Func<TransactionContext, TGrain, TEntity, Task> put)
        where TGrain : IServiceGrain =>
        transactions.Run("", TransactionKind.Maintenance, grain, (entity, put), static async (tx, a) =>
        {
            await a.Argument.put(tx, a.Grain, a.Argument.entity);
            return true;
        });
}
