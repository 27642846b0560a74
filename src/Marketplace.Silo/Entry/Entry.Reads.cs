using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;
using Marketplace.Grains.Order;

namespace Marketplace.Silo;

/// <content>What is read of single grains.</content>
internal sealed partial class Entry
{
    public async Task<ImmutableArray<CartItem>> History(int customerId, string tid) =>
        (await Read(grains.Cart(customerId), tid, static (tx, a) => a.Grain.History(tx, a.Argument))).Items;

    public async Task<Answer<CartExport>> GetCart(int customerId)
    {
        var cart = await Read(grains.Cart(customerId), static (tx, cart) => cart.Export(tx));
        return cart.Session == 0
            ? new Refusal(RefusalKind.NotFound, "unknown-cart", "This customer has not had a cart yet.")
            : cart;
    }

    public Task<Answer<Product>> GetProduct(int sellerId, int productId) =>
        Read(grains.Product(sellerId, productId), static (tx, product) => product.Get(tx));

    public Task<Answer<StockItem>> GetStock(int sellerId, int productId) =>
        Read(grains.Stock(sellerId, productId), static (tx, stock) => stock.Get(tx));

    public Task<Answer<Seller>> GetSeller(int sellerId) => Read(grains.Seller(sellerId), static (tx, seller) => seller.Get(tx));

    public Task<Answer<SellerAlerts>> GetAlerts(int sellerId) => Read(grains.Seller(sellerId), static (tx, seller) => seller.Alerts(tx));

    public Task<Answer<Customer>> GetCustomer(int customerId) =>
        Read(grains.Customer(customerId), static (tx, customer) => customer.Get(tx));

    public async Task<Answer<CustomerOrders>> GetOrders(int customerId) =>
        await GetCustomer(customerId) is { IsRefused: true, Refusal: var refusal }
            ? refusal
            : await Read(grains.Orders(customerId), static (tx, orders) => orders.GetAll(tx));

    public Task<Answer<OrderExport>> GetOrder(int customerId, int orderId) =>
        Read(grains.Orders(customerId), orderId, static (tx, a) => a.Grain.Get(tx, a.Argument));

    public Task<Answer<PaymentExport>> GetPayment(int customerId, int orderId) =>
        Read(grains.Payments(customerId), orderId, static (tx, a) => a.Grain.Get(tx, a.Argument));

    public Task<Answer<ShipmentExport>> GetShipment(int customerId, int orderId) => Read(
        grains.Shipments(customerId),
        (customerId, orderId),
        static (tx, a) => a.Grain.Get(tx, a.Argument.customerId, a.Argument.orderId));
}
