using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Tests;

/// <summary>Entities whose texts do not matter.</summary>
internal static class Entities
{
    public static Customer Customer(int id) => new(
        id,
        "Ada",
        "Lima",
        "Street 1",
        "",
        "1990-01-01",
        "1000",
        "Town",
        "ST",
        "4111",
        "123",
        "0130",
        "A LIMA",
        "VISA",
        SuccessPaymentCount: 2,
        FailedPaymentCount: 1,
        DeliveryCount: 5,
        "",
        RejectedCheckoutCount: 0,
        AbandonedCartCount: 0,
        TotalSpent: 12.5m);

    public static Product Product(int seller, int id) => new(
        seller, id, "Lamp", "sku", "Home", "A lamp", 10m + id, 1.5m, "approved", "0");

    public static Shipment Shipment(Order order, int packages) => new(
        order.Id,
        order.CustomerId,
        packages,
        order.TotalFreight,
        order.PurchaseDate,
        ShipmentStatus.Approved,
        "Ada",
        "Lima",
        "Street 1",
        "",
        "1000",
        "Town",
        "ST");

    public static OrderEntryDetails Details(int seller, Order order) => new(
        seller,
        order.Id,
        order.CustomerId,
        order.PurchaseDate,
        order.Status,
        "Ada",
        "Lima",
        "Street 1",
        "",
        "1000",
        "Town",
        "ST",
        "VISA",
        Installments: 1);

    public static OrderEntry Entry(OrderItem item, Order order) => new(
        1,
        $"{order.CustomerId}|{order.Id}",
        order.CustomerId,
        order.Id,
        item.ProductId,
        item.SellerId,
        null,
        item.ProductName,
        "",
        item.UnitPrice,
        item.Quantity,
        item.TotalItems,
        item.TotalAmount,
        item.Voucher,
        item.TotalAmount + item.FreightValue,
        item.FreightValue,
        null,
        null,
        order.Status,
        PackageStatus.Created);

    public static Package Package(OrderItem item, Order order, int shipment) => new(
        shipment,
        order.Id,
        order.CustomerId,
        item.OrderItemId,
        item.SellerId,
        item.ProductId,
        item.ProductName,
        item.FreightValue,
        order.PurchaseDate,
        null,
        item.Quantity,
        PackageStatus.Shipped);
}
