using System.Collections.Immutable;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>Dashboards, deliveries, and what is read of sellers, customers and their orders.</summary>
internal sealed class OrderHandlers(Entry entry, JsonAnswers answers)
{
    public async Task Dashboard(HttpContext context)
    {
        var sellerId = RouteIds.Id(context, "sellerId");
        var dashboard = await entry.Dashboard(sellerId, TransactionHeader.Read(context) ?? "");
        await answers.Write(context, StatusCodes.Status200OK, dashboard, EntityJson.Default.SellerDashboard);
    }

    public async Task UpdateDelivery(HttpContext context)
    {
        var answer = await entry.UpdateDelivery(RouteIds.Tid(context));
        await answers.Write(context, StatusCodes.Status202Accepted, answer, RequestJson.Default.DeliveryAnswer);
    }

    public async Task GetSeller(HttpContext context)
    {
        var answer = await entry.GetSeller(RouteIds.Id(context, "sellerId"));
        await answers.Write(context, StatusCodes.Status200OK, answer, EntityJson.Default.Seller);
    }

    public async Task GetAlerts(HttpContext context)
    {
        var answer = await entry.GetAlerts(RouteIds.Id(context, "sellerId"));
        if (answer.IsRefused)
        {
            await Refusals.WriteOk(context, answer.Refusal);
        }
        else
        {
            await answers.Write(
                context, StatusCodes.Status200OK, answer.Value.LowStock, EntityJson.Default.ImmutableArrayLowStockWarning);
        }
    }

    public async Task GetCustomer(HttpContext context)
    {
        var answer = await entry.GetCustomer(RouteIds.Id(context, "customerId"));
        await answers.Write(context, StatusCodes.Status200OK, answer, EntityJson.Default.Customer);
    }

    public async Task GetOrders(HttpContext context)
    {
        var answer = await entry.GetOrders(RouteIds.Id(context, "customerId"));
        if (answer.IsRefused)
        {
            await Refusals.WriteOk(context, answer.Refusal);
        }
        else
        {
            ImmutableArray<Order> orders = [.. answer.Value.Orders.Select(order => order.Order)];
            await answers.Write(context, StatusCodes.Status200OK, orders, EntityJson.Default.ImmutableArrayOrder);
        }
    }

    public async Task GetOrder(HttpContext context)
    {
        var (customerId, orderId) = Key(context);
        await answers.Write(context, StatusCodes.Status200OK, await entry.GetOrder(customerId, orderId), EntityJson.Default.OrderExport);
    }

    public async Task GetPayment(HttpContext context)
    {
        var (customerId, orderId) = Key(context);
        var payment = await entry.GetPayment(customerId, orderId);
        await answers.Write(context, StatusCodes.Status200OK, payment, EntityJson.Default.PaymentExport);
    }

    public async Task GetShipment(HttpContext context)
    {
        var (customerId, orderId) = Key(context);
        var shipment = await entry.GetShipment(customerId, orderId);
        await answers.Write(context, StatusCodes.Status200OK, shipment, EntityJson.Default.ShipmentExport);
    }

    private static (int CustomerId, int OrderId) Key(HttpContext context) =>
        (RouteIds.Id(context, "customerId"), RouteIds.Id(context, "orderId"));
}
