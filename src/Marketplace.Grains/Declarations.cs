using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Grains.Cart;
using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Product;
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
/// <param name="partitions">The partitions of Shipment.</param>
public sealed class Declarations(IGrainFactory grains, ITransactionProtocol protocol, ShipmentPartitions partitions)
{
    /// <summary>Whether the protocol asks.</summary>
    public bool AreNeeded => protocol.NeedsAccesses;

    /// <summary>A transaction on one grain.</summary>
    /// <typeparam name="TGrain">Its interface.</typeparam>
    /// <param name="tid">Transaction id.</param>
    /// <param name="kind">What the transaction is for.</param>
    /// <param name="grain">The grain.</param>
    /// <returns>The declaration.</returns>
    public TransactionDeclaration One<TGrain>(string tid, TransactionKind kind, TGrain grain)
        where TGrain : IServiceGrain
    {
        var mode = kind is TransactionKind.Read or TransactionKind.Dashboard ? AccessMode.Read : AccessMode.Write;
        return new(tid, kind, AreNeeded ? AccessSet.Of(To(grain, grain.GetPrimaryKeyLong(), mode)) : default);
    }

    /// <summary>Customer Checkout: the cart, the customer's other grains, and stock and seller of each product.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <param name="customerId">The customer.</param>
    /// <param name="products">The products in the cart, by <see cref="Keys.Pair"/>.</param>
    /// <returns>The declaration.</returns>
    public TransactionDeclaration Checkout(string tid, int customerId, ImmutableArray<long> products)
    {
        if (!AreNeeded)
        {
            return new(tid, TransactionKind.Checkout);
        }

        var accesses = new List<Access>(5 + (2 * products.Length))
        {
            Write<IShipmentGrain>(partitions.Of(customerId)),
            Write<ICartGrain>(customerId),
            Write<IOrderGrain>(customerId),
            Write<IPaymentGrain>(customerId),
            Write<ICustomerGrain>(customerId),
        };
        foreach (var product in products)
        {
            accesses.Add(Write<IStockGrain>(product));
            accesses.Add(Write<ISellerGrain>(Keys.First(product)));
        }

        return new(tid, TransactionKind.Checkout, AccessSet.Of(accesses));
    }

    /// <summary>Product Delete: the product and its stock.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <param name="product">The product, by <see cref="Keys.Pair"/>.</param>
    /// <returns>The declaration.</returns>
    public TransactionDeclaration ProductDelete(string tid, long product) => new(
        tid,
        TransactionKind.ProductDelete,
        AreNeeded ? AccessSet.Of([Write<IProductGrain>(product), Write<IStockGrain>(product)]) : default);

    /// <summary>A look at all partitions of Shipment.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <returns>The declaration.</returns>
    public TransactionDeclaration Look(string tid) => new(tid, TransactionKind.Read, Partitions(AccessMode.Read));

    /// <summary>Update Delivery, as far as it is known at its start: all partitions of Shipment.</summary>
    /// <param name="tid">Transaction id.</param>
    /// <returns>The declaration.</returns>
    public TransactionDeclaration UpdateDelivery(string tid) => new(tid, TransactionKind.UpdateDelivery, Partitions(AccessMode.Write));

    /// <summary>The rest of an Update Delivery: orders and customers of the packages, and all sellers of these orders.</summary>
    /// <param name="orders">What is delivered.</param>
    /// <param name="sellers">The sellers of these orders.</param>
    /// <returns>The grains.</returns>
    public AccessSet Delivered(IReadOnlyCollection<DeliveredOrder> orders, IEnumerable<int> sellers)
    {
        var accesses = new List<Access>(4 * orders.Count);
        foreach (var order in orders)
        {
            accesses.Add(Write<IOrderGrain>(order.CustomerId));
            accesses.Add(Write<ICustomerGrain>(order.CustomerId));
        }

        foreach (var seller in sellers)
        {
            accesses.Add(Write<ISellerGrain>(seller));
        }

        return AccessSet.Of(accesses);
    }

    /// <summary>A pre-populated order with its payment and shipment.</summary>
    /// <param name="customerId">The customer.</param>
    /// <returns>The declaration.</returns>
    public TransactionDeclaration Import(int customerId) => new("", TransactionKind.Maintenance, AreNeeded
        ? AccessSet.Of(
        [
            Write<IShipmentGrain>(partitions.Of(customerId)), Write<IOrderGrain>(customerId), Write<IPaymentGrain>(customerId),
        ])
        : default);

    private AccessSet Partitions(AccessMode mode)
    {
        if (!AreNeeded)
        {
            return default;
        }

        var accesses = new List<Access>(partitions.Count);
        for (var partition = 0; partition < partitions.Count; partition++)
        {
            accesses.Add(To(grains.GetGrain<IShipmentGrain>(partition), partition, mode));
        }

        return AccessSet.Of(accesses);
    }

    private static Access To<TGrain>(TGrain grain, long key, AccessMode mode)
        where TGrain : IServiceGrain =>
        new(grain, Rank<TGrain>.Value, key, mode);

    private Access Write<TGrain>(long key)
        where TGrain : IServiceGrain =>
        To(grains.GetGrain<TGrain>(key), key, AccessMode.Write);

    private static class Rank<TGrain>
    {
        private static readonly Type[] Order =
        [
            typeof(IShipmentGrain), typeof(ICartGrain), typeof(IProductGrain), typeof(IStockGrain),
            typeof(IOrderGrain), typeof(IPaymentGrain), typeof(ICustomerGrain), typeof(ISellerGrain),
        ];

        public static int Value { get; } = Array.IndexOf(Order, typeof(TGrain)) is >= 0 and var rank
            ? rank
            : throw new InvalidOperationException($"{typeof(TGrain)} has no place in the global order of grains.");
    }
}
