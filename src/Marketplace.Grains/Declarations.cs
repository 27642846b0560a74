using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
using Marketplace.Grains.Replication;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;
using Marketplace.Protocols;
using Orleans;

namespace Marketplace.Grains;

/// <summary>
/// Says which grains each transaction is going to touch, for protocols that ask for it. The global order of grains begins with the
/// partitions of Shipment: what an Update Delivery touches beyond them is known only once they are read.
/// </summary>
/// <param name="grains">Where the grains are.</param>
/// <param name="protocol">Whether it asks.</param>
/// <param name="ordering">Whether updates of a seller's products have an order.</param>
public sealed class Declarations(
    IGrainFactory grains, ITransactionProtocol protocol, ShipmentPartitions partitions, SellerOrdering ordering)
{
    // Each Update Delivery declares the same ones. Made when they are needed, like the references of UpdateDelivery.
    private readonly Lazy<AccessSet> _readPartitions =
        new(() => Partitions(grains, partitions, AccessMode.Read), LazyThreadSafetyMode.PublicationOnly);

    private readonly Lazy<AccessSet> _writtenPartitions =
        new(() => Partitions(grains, partitions, AccessMode.Write), LazyThreadSafetyMode.PublicationOnly);

    /// <summary>Whether the protocol asks.</summary>
    public bool AreNeeded => protocol.NeedsAccesses;

    /// <summary>A transaction on one grain.</summary>
    /// <typeparam name="TGrain">Its interface.</typeparam>
    /// <param name="tid">Transaction id.</param>
    /// <param name="kind">What the transaction is for.</param>
    public TransactionDeclaration One<TGrain>(string tid, TransactionKind kind, TGrain grain)
        where TGrain : IServiceGrain
    {
        var mode = kind is TransactionKind.Read or TransactionKind.Dashboard ? AccessMode.Read : AccessMode.Write;
        return new(tid, kind, AreNeeded ? AccessSet.Of(To(grain, grain.GetPrimaryKeyLong(), mode)) : default);
    }

    /// <summary>Customer Checkout: the cart, the customer's other grains, and stock and seller of each product.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <param name="products">The products in the cart, by <see cref="Keys.Pair"/>.</param>
    public TransactionDeclaration Checkout(string tid, int customerId, ImmutableArray<long> products)
    {
        if (!AreNeeded)
            return new(tid, TransactionKind.Checkout);

        var accesses = new Access[5 + (2 * products.Length)];
        accesses[0] = Write<IShipmentGrain>(partitions.Of(customerId));
        accesses[1] = Write<ICartGrain>(customerId);
        accesses[2] = Guarded<IOrderGrain>(customerId);
        accesses[3] = Guarded<IPaymentGrain>(customerId);
        accesses[4] = Guarded<ICustomerGrain>(customerId);
        var next = 5;
        foreach (var product in products)
        {
            accesses[next++] = Write<IStockGrain>(product);
            accesses[next++] = Write<ISellerGrain>(Keys.First(product));
        }

        return new(tid, TransactionKind.Checkout, AccessSet.Of(accesses));
    }

    /// <summary>The end of a session without a checkout: the cart and its customer.</summary>
    /// <param name="tid">Transaction id.</param>
    public TransactionDeclaration Cart(string tid, int customerId) => new(
        tid,
        TransactionKind.Cart,
        AreNeeded ? AccessSet.Of([Write<ICartGrain>(customerId), Write<ICustomerGrain>(customerId)]) : default);

    /// <summary>Ingestion of a product: what a Price Update touches, as it may be one to those who know of the product.</summary>
    /// <param name="product">The product, by <see cref="Keys.Pair"/>.</param>
    public TransactionDeclaration ProductIngestion(long product) => new("", TransactionKind.Maintenance, Updated(product));

    /// <summary>Price Update: the product, and the log of its seller's updates where there is one.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <param name="product">The product, by <see cref="Keys.Pair"/>.</param>
    public TransactionDeclaration PriceUpdate(string tid, long product) => new(tid, TransactionKind.PriceUpdate, Updated(product));

    /// <summary>Product Delete: the product, its stock, and the log of its seller's updates where there is one.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <param name="product">The product, by <see cref="Keys.Pair"/>.</param>
    public TransactionDeclaration ProductDelete(string tid, long product) => new(
        tid,
        TransactionKind.ProductDelete,
        !AreNeeded ? default
        : ordering.IsKept
            ? AccessSet.Of(
                [Write<IProductGrain>(product), Write<IUpdateLogGrain>(Keys.OfLog(Keys.First(product))), Write<IStockGrain>(product)])
        : AccessSet.Of([Write<IProductGrain>(product), Write<IStockGrain>(product)]));

    /// <summary>A look at all partitions of Shipment.</summary>
    /// <param name="tid">Transaction id.</param>
    public TransactionDeclaration Look(string tid) =>
        new(tid, TransactionKind.Read, AreNeeded ? _readPartitions.Value : default) { TouchesInOrder = true };

    /// <summary>Update Delivery, as far as it is known at its start: all partitions of Shipment.</summary>
    /// <param name="tid">Transaction id.</param>
    public TransactionDeclaration UpdateDelivery(string tid) =>
        new(tid, TransactionKind.UpdateDelivery, AreNeeded ? _writtenPartitions.Value : default) { TouchesInOrder = true };

    /// <summary>The rest of an Update Delivery: orders and customers of the packages, and all sellers of these orders.</summary>
    /// <param name="sellers">The sellers of these orders.</param>
    /// <returns>The grains.</returns>
    public AccessSet Delivered(IReadOnlyCollection<DeliveredOrder> orders, IReadOnlyCollection<int> sellers)
    {
        var accesses = new Access[(2 * orders.Count) + sellers.Count];
        var next = 0;
        foreach (var order in orders)
        {
            accesses[next++] = Guarded<IOrderGrain>(order.CustomerId);
            accesses[next++] = Guarded<ICustomerGrain>(order.CustomerId);
        }

        foreach (var seller in sellers)
            accesses[next++] = Write<ISellerGrain>(seller);

        return AccessSet.Of(accesses);
    }

    /// <summary>Pre-populated orders with their payments and shipments.</summary>
    /// <param name="customers">Whose; a customer may be named several times.</param>
    public TransactionDeclaration Import(IEnumerable<int> customers) => new("", TransactionKind.Maintenance, AreNeeded
        ? AccessSet.Of(
        [
            .. customers.SelectMany(customer => new[]
            {
                Write<IShipmentGrain>(partitions.Of(customer)), Write<IOrderGrain>(customer), Write<IPaymentGrain>(customer),
            }),
        ])
        : default);

    private AccessSet Updated(long product) =>
        !AreNeeded ? default
        : ordering.IsKept ? AccessSet.Of([Write<IProductGrain>(product), Write<IUpdateLogGrain>(Keys.OfLog(Keys.First(product)))])
        : AccessSet.Of(Write<IProductGrain>(product));

    private static AccessSet Partitions(IGrainFactory grains, ShipmentPartitions partitions, AccessMode mode)
    {
        var accesses = new Access[partitions.Count];
        for (var partition = 0; partition < partitions.Count; partition++)
            accesses[partition] = To(grains.GetGrain<IShipmentGrain>(partition), partition, mode);

        return AccessSet.Of(accesses);
    }

    private static Access To<TGrain>(TGrain grain, long key, AccessMode mode)
        where TGrain : IServiceGrain =>
        new(grain, Rank<TGrain>.Value, key, mode);

    private Access Write<TGrain>(long key)
        where TGrain : IServiceGrain =>
        To(grains.GetGrain<TGrain>(key), key, AccessMode.Write);

    // Who wants the order or the payments of a customer together with anything else has the customer's partition of Shipment; the customer
    // besides is wanted by who ends a session: that has the cart, as a checkout has, and wants nothing more.
    private Access Guarded<TGrain>(long key)
        where TGrain : IServiceGrain =>
        Write<TGrain>(key) with { IsGuarded = true };

    private static class Rank<TGrain>
    {
        private static readonly Type[] Order =
        [
            typeof(IShipmentGrain), typeof(ICartGrain), typeof(IProductGrain), typeof(IUpdateLogGrain), typeof(IStockGrain),
            typeof(IOrderGrain), typeof(IPaymentGrain), typeof(ICustomerGrain), typeof(ISellerGrain),
        ];

        public static int Value { get; } = Array.IndexOf(Order, typeof(TGrain)) is >= 0 and var rank
            ? rank
            : throw new InvalidOperationException($"{typeof(TGrain)} has no place in the global order of grains.");
    }
}
