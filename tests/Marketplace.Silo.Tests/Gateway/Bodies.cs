using System.Text.Json;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Tests.Gateway;

/// <summary>Valid bodies for the silo of the tests.</summary>
internal static class Bodies
{
    public static IEnumerable<int> Customers => Enumerable.Range(1, 20);
    public static IEnumerable<int> Sellers => Enumerable.Range(1, 5);
    public static IEnumerable<int> Products => Enumerable.Range(1, 4);

    public static IReadOnlyList<string> Exports { get; } =
    [
        "customers", "sellers", "products", "stock", "carts", "attempts", "orders", "order-counters", "payments", "charges", "shipments",
        "entries", "deliveries", "warnings", "abandonments",
    ];

    public static JsonNode Customer(int id) => new JsonObject
    {
        ["id"] = id,
        ["first_name"] = "Ada",
        ["last_name"] = "Lovelace",
        ["card_number"] = "4111111111111111",
    };

    public static JsonNode Seller(int id) => new JsonObject { ["id"] = id, ["name"] = $"Seller {id}", ["city"] = "Porto" };

    public static JsonNode Product(int seller, int product, string version = "0") => new JsonObject
    {
        ["seller_id"] = seller,
        ["product_id"] = product,
        ["name"] = $"Product {product}",
        ["price"] = 12.709999m,
        ["freight_value"] = 1.50m,
        ["version"] = version,
    };

    public static JsonNode Stock(int seller, int product) => new JsonObject
    {
        ["seller_id"] = seller,
        ["product_id"] = product,
        ["qty_available"] = 100,
        ["version"] = "0",
    };

    public static JsonNode Item(int seller, int product, int quantity = 2, string version = "0") => new JsonObject
    {
        ["SellerId"] = seller,
        ["ProductId"] = product,
        ["ProductName"] = $"Product {product}",
        ["UnitPrice"] = 12.709999m,
        ["FreightValue"] = 1.50m,
        ["Quantity"] = quantity,
        ["Voucher"] = 0,
        ["Version"] = version,
    };

    public static JsonNode Checkout(int customer, string tid) => new JsonObject
    {
        ["CustomerId"] = customer,
        ["FirstName"] = "Ada",
        ["LastName"] = "Lovelace",
        ["PaymentType"] = "CREDIT_CARD",
        ["Installments"] = 0,
        ["CardExpiration"] = "0101",
        ["instanceId"] = tid,
    };

    public static JsonNode PriceUpdate(int seller, int product, string tid, string? version = "0") => new JsonObject
    {
        ["sellerId"] = seller,
        ["productId"] = product,
        ["price"] = 15.25m,
        ["instanceId"] = tid,
        ["version"] = version,
    };

    public static JsonNode Replenishment(int seller, int product) => new JsonObject
    {
        ["seller_id"] = seller,
        ["product_id"] = product,
        ["qty"] = 7,
    };

    /// <summary>A concluded order of one item.</summary>
    public static JsonNode Order(int customer, int order)
    {
        var time = new DateTime(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        var import = new OrderImport(
            new Order(
                order, customer, $"{customer}-20250101-{order}", OrderStatus.Delivered, time, time, time, time, time, 1, time, time, 10m, 1m,
                0m, 11m, 10m),
            [new OrderItem(order, 1, 1, "Product 1", 1, 10m, time, 1m, 1, 10m, 10m, 0m)],
            [new OrderHistory(1, order, time, OrderStatus.Invoiced), new OrderHistory(2, order, time, OrderStatus.Delivered)],
            [new OrderPayment(order, 1, PaymentType.Boleto, 1, 11m, PaymentStatus.Succeeded)],
            null,
            new Shipment(order, customer, 1, 1m, time, ShipmentStatus.Concluded, "Ada", "Lovelace", "", "", "", "", ""),
            [new Package(0, order, customer, 1, 1, 1, "Product 1", 1m, time, time, 1, PackageStatus.Delivered)]);
        return JsonSerializer.SerializeToNode(import, EntityJson.Default.OrderImport)!;
    }

    public static string Lines(IEnumerable<JsonNode> bodies) => string.Concat(bodies.Select(body => body.ToJsonString() + "\n"));
}
