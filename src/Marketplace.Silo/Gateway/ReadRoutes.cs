using System.Collections.Immutable;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Gateway;

/// <summary>What can be read besides the dashboard: a line says the path, the answer, and what is asked of which grain.</summary>
internal static class ReadRoutes
{
    private static readonly Refusal NoCart = new(RefusalKind.NotFound, "unknown-cart", "This customer has not had a cart yet.");

    public static ImmutableArray<RouteEntry> All { get; } =
    [
        Read("GetCart", "/cart/{customerId}", "A cart.", EntityJson.Default.CartExport, static async (entry, at) =>
            await entry.Read(entry.Grains.Cart(at.CustomerId), static (tx, cart) => cart.Export(tx)) is { Session: > 0 } cart ? cart : NoCart),
        Read("GetProduct", "/product/{sellerId}/{productId}", "A product.", EntityJson.Default.Product, static (entry, at) =>
            entry.Read(entry.Grains.Product(at.SellerId, at.ProductId), static (tx, product) => product.Get(tx))),
        Read("GetStock", "/stock/{sellerId}/{productId}", "A stock item.", EntityJson.Default.StockItem, static (entry, at) =>
            entry.Read(entry.Grains.Stock(at.SellerId, at.ProductId), static (tx, stock) => stock.Get(tx))),
        Read("GetCustomer", "/customer/{customerId}", "A customer.", EntityJson.Default.Customer, static (entry, at) =>
            entry.Read(entry.Grains.Customer(at.CustomerId), static (tx, customer) => customer.Get(tx))),
        Read("GetSeller", "/seller/{sellerId}", "A seller.", EntityJson.Default.Seller, static (entry, at) =>
            entry.Read(entry.Grains.Seller(at.SellerId), static (tx, seller) => seller.Get(tx))),
        ReadPart(
            "GetAlerts", "/seller/{sellerId}/alerts", "The latest low-stock warnings of a seller, the newest first.",
            EntityJson.Default.ImmutableArrayLowStockWarning, static alerts => alerts.LowStock,
            static (entry, at) => entry.Read(entry.Grains.Seller(at.SellerId), static (tx, seller) => seller.Alerts(tx))),
        ReadPart(
            "GetOrders", "/order/{customerId}", "The orders of a customer.",
            EntityJson.Default.ImmutableArrayOrder, static orders => [.. orders.Orders.Select(static order => order.Order)],
            static (entry, at) => GetOrders(entry, at.CustomerId)) with { Needs = ["order", "customer"] },
        Read(
            "GetOrder", "/order/{customerId}/{orderId}", "An order with its items and its history.", EntityJson.Default.OrderExport,
            static (entry, at) => entry.Read(entry.Grains.Orders(at.CustomerId), at.OrderId, static (tx, a) => a.Grain.Get(tx, a.Argument))),
        Read(
            "GetPayment", "/payment/{customerId}/{orderId}", "The payment of an order.", EntityJson.Default.PaymentExport,
            static (entry, at) => entry.Read(entry.Grains.Payments(at.CustomerId), at.OrderId, static (tx, a) => a.Grain.Get(tx, a.Argument))),
        Read(
            "GetShipment", "/shipment/{customerId}/{orderId}", "The shipment of an order with its packages.", EntityJson.Default.ShipmentExport,
            static (entry, at) => entry.Read(
                entry.Grains.Shipments(at.CustomerId),
                (at.CustomerId, at.OrderId),
                static (tx, a) => a.Grain.Get(tx, a.Argument.CustomerId, a.Argument.OrderId))),
        List(
            "History", "/cart/{customerId}/history/{tid}", "The items of the last attempt with a tid.", RequestJson.Default.ImmutableArrayCartItem,
            static async (entry, at) =>
                (await entry.Read(entry.Grains.Cart(at.CustomerId), at.Tid, static (tx, a) => a.Grain.History(tx, a.Argument))).Items),
        List(
            "GetAbandoned", "/cart/abandoned", "The sessions of carts that were abandoned last, the newest first.",
            EntityJson.Default.ImmutableArrayCartAbandoned, static (entry, at) => entry.GetAbandoned(at.Limit)) with
        {
            Query = [new("limit", "How many sessions at most, from 1 to 1000; 100 if it is not said.")],
        },
    ];

    /// <summary>A customer's orders; none is not the same as no such customer.</summary>
    public static async Task<Answer<Grains.Order.CustomerOrders>> GetOrders(Entry entry, int customerId) =>
        await entry.Read(entry.Grains.Customer(customerId), static (tx, customer) => customer.Get(tx)) is { IsRefused: true, Refusal: var refusal }
            ? refusal
            : await entry.Read(entry.Grains.Orders(customerId), static (tx, orders) => orders.GetAll(tx));

    private static RouteEntry Read<T>(
        string name, string pattern, string summary, JsonTypeInfo<T> json, Func<Entry, RequestValues, Task<Answer<T>>> read)
        where T : class =>
        new(name, ["GET"], pattern, 200, summary, services => async context =>
            await services.Answers.Write(context, StatusCodes.Status200OK, await read(services.Entry, new RequestValues(context)), json))
        {
            Response = typeof(T),
            Failures = [400, 404],
        };

    // Of what is read only a part is answered.
    private static RouteEntry ReadPart<TRead, TPart>(
        string name,
        string pattern,
        string summary,
        JsonTypeInfo<TPart> json,
        Func<TRead, TPart> part,
        Func<Entry, RequestValues, Task<Answer<TRead>>> read)
        where TRead : class =>
        new(name, ["GET"], pattern, 200, summary, services => async context =>
        {
            var answer = await read(services.Entry, new RequestValues(context));
            await (answer.IsRefused
                ? Refusals.WriteOk(context, answer.Refusal)
                : services.Answers.Write(context, StatusCodes.Status200OK, part(answer.Value), json));
        })
        {
            Response = typeof(TPart),
            Failures = [400, 404],
        };

    // What is empty where nothing is known.
    private static RouteEntry List<T>(
        string name, string pattern, string summary, JsonTypeInfo<T> json, Func<Entry, RequestValues, Task<T>> read) =>
        new(name, ["GET"], pattern, 200, summary, services => async context =>
            await services.Answers.Write(context, StatusCodes.Status200OK, await read(services.Entry, new RequestValues(context)), json))
        {
            Response = typeof(T),
            Failures = [400],
        };
}
