using Marketplace.Grains.Customer;
using Marketplace.Grains.Order;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Seller;
using Marketplace.Grains.Shipment;
using Marketplace.Grains.Stock;

namespace Marketplace.Grains.Cart;

internal static class CartDeclarations
{
    /// <summary>Customer Checkout: the cart, the customer's other grains, and stock and seller of each product.</summary>
    /// <param name="products">The products in the cart, by <see cref="Keys.Pair"/>.</param>
    public static TransactionDeclaration Checkout(this Declarations declare, string tid, int customerId, ImmutableArray<long> products)
    {
        if (!declare.AreNeeded)
            return new(tid, TransactionKind.Checkout);

        var accesses = new Access[5 + (2 * products.Length)];
        accesses[0] = declare.Write<IShipmentGrain>(declare.Partitions.Of(customerId));
        accesses[1] = declare.Write<ICartGrain>(customerId);
        accesses[2] = declare.Guarded<IOrderGrain>(customerId);
        accesses[3] = declare.Guarded<IPaymentGrain>(customerId);
        accesses[4] = declare.Guarded<ICustomerGrain>(customerId);
        var next = 5;
        foreach (var product in products)
        {
            accesses[next++] = declare.Write<IStockGrain>(product);
            accesses[next++] = declare.Write<ISellerGrain>(Keys.First(product));
        }

        return new(tid, TransactionKind.Checkout, AccessSet.Of(accesses));
    }

    /// <summary>The end of a session without a checkout: the cart and its customer.</summary>
    public static TransactionDeclaration Cart(this Declarations declare, string tid, int customerId) => new(
        tid,
        TransactionKind.Cart,
        declare.AreNeeded ? AccessSet.Of([declare.Write<ICartGrain>(customerId), declare.Write<ICustomerGrain>(customerId)]) : default);
}
