using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Order;
using Marketplace.Silo.Gateway;

namespace Marketplace.Silo.Tests.Entry;

/// <summary>What tests read of a system without HTTP.</summary>
internal static class EntryReads
{
    public static async Task<Answer<CartExport>> GetCart(this Silo.Entry entry, int customerId) =>
        await entry.Read(entry.Grains.Cart(customerId), static (tx, cart) => cart.Export(tx));

    public static async Task<ImmutableArray<CartItem>> History(this Silo.Entry entry, int customerId, string tid) =>
        (await entry.Read(entry.Grains.Cart(customerId), tid, static (tx, a) => a.Grain.History(tx, a.Argument))).Items;

    public static Task<Answer<Product>> GetProduct(this Silo.Entry entry, int sellerId, int productId) =>
        entry.Read(entry.Grains.Product(sellerId, productId), static (tx, product) => product.Get(tx));

    public static Task<Answer<StockItem>> GetStock(this Silo.Entry entry, int sellerId, int productId) =>
        entry.Read(entry.Grains.Stock(sellerId, productId), static (tx, stock) => stock.Get(tx));

    public static Task<Answer<Customer>> GetCustomer(this Silo.Entry entry, int customerId) =>
        entry.Read(entry.Grains.Customer(customerId), static (tx, customer) => customer.Get(tx));

    public static Task<Answer<CustomerOrders>> GetOrders(this Silo.Entry entry, int customerId) => ReadRoutes.GetOrders(entry, customerId);

    public static Task<Answer<OrderExport>> GetOrder(this Silo.Entry entry, int customerId, int orderId) =>
        entry.Read(entry.Grains.Orders(customerId), orderId, static (tx, a) => a.Grain.Get(tx, a.Argument));

    public static Task<Answer<PaymentExport>> GetPayment(this Silo.Entry entry, int customerId, int orderId) =>
        entry.Read(entry.Grains.Payments(customerId), orderId, static (tx, a) => a.Grain.Get(tx, a.Argument));

    public static Task<Answer<ShipmentExport>> GetShipment(this Silo.Entry entry, int customerId, int orderId) => entry.Read(
        entry.Grains.Shipments(customerId),
        (customerId, orderId),
        static (tx, a) => a.Grain.Get(tx, a.Argument.customerId, a.Argument.orderId));
}
