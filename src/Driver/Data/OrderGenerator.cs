using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Driver.Data;

/// <summary>
/// Makes the orders already present: concluded, spread evenly over the customers, 1–10 distinct items each, with payments, shipment
/// and packages. The arithmetic is the contract's (§4).
/// </summary>
internal sealed class OrderGenerator(DataGenerator data, long seed)
{
    private const int MostItems = 10;
    private const int MostPieces = 5;
    private const double VoucherProbability = 0.05;

    /// <summary>Orders are dated before this, so that every order of a run is younger.</summary>
    private static readonly DateTime History = new(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    /// <summary>What the orders of a customer add up to.</summary>
    /// <param name="customer">Customer, from 1.</param>
    public (int Orders, int Packages, decimal Spent) StatisticsOf(int customer)
    {
        int orders = 0, packages = 0;
        var spent = 0m;
        for (var index = customer - 1; index < data.Counts.Orders; index += data.Counts.Customers)
        {
            var order = Order(index);
            orders++;
            packages += order.Packages.Length;
            spent += order.Order.TotalInvoice;
        }

        return (orders, packages, spent);
    }

    /// <param name="index">From 0; consecutive orders belong to consecutive customers.</param>
    public OrderImport Order(int index)
    {
        var random = new WorkloadRandom(seed, (long)EntityStream.Order << 48 | (long)index);
        var customer = 1 + index % data.Counts.Customers;
        var orderId = 1 + index / data.Counts.Customers;
        var purchased = History.AddSeconds(-random.Between(8 * 86_400, 700 * 86_400));
        var paid = purchased.AddSeconds(1);
        var shipped = purchased.AddSeconds(2);
        var delivered = purchased.AddDays(random.Between(1, 7));
        var items = Items(random, orderId, purchased.AddDays(7));
        var order = Total(customer, orderId, items, purchased) with
        {
            PaymentDate = paid,
            DeliveredCarrierDate = delivered,
            DeliveredCustomerDate = delivered,
            UpdatedAt = delivered,
        };
        return new OrderImport(
            order,
            items,
            Steps(orderId, purchased, paid, shipped, delivered),
            Payments(order, items),
            Card(orderId),
            Shipment(order, shipped),
            Packages(order, items, shipped, delivered));
    }

    private ImmutableArray<OrderItem> Items(WorkloadRandom random, int orderId, DateTime limit)
    {
        var count = random.Between(1, Math.Min(MostItems, data.Counts.Products));
        var chosen = new HashSet<int>(count);
        var items = ImmutableArray.CreateBuilder<OrderItem>(count);
        while (items.Count < count)
        {
            var index = random.Below(data.Counts.Products);
            if (!chosen.Add(index)) continue;
            var product = data.Product(index);
            var quantity = random.Between(1, MostPieces);
            var total = product.Price * quantity;
            var voucher = random.NextDouble() < VoucherProbability ? DataGenerator.Cents(random, 0, (int)(total * 10)) : 0;
            items.Add(new OrderItem(
                orderId,
                items.Count + 1,
                product.ProductId,
                product.Name,
                product.SellerId,
                product.Price,
                limit,
                product.FreightValue,
                quantity,
                total,
                total - voucher,
                voucher));
        }

        return items.MoveToImmutable();
    }

    private static Order Total(int customer, int orderId, ImmutableArray<OrderItem> items, DateTime purchased)
    {
        var amount = items.Sum(item => item.TotalAmount);
        var freight = items.Sum(item => item.FreightValue);
        return new Order(
            orderId,
            customer,
            string.Create(CultureInfo.InvariantCulture, $"{customer}-{purchased:yyyyMMdd}-{orderId}"),
            OrderStatus.Delivered,
            purchased,
            null,
            null,
            null,
            items[0].ShippingLimitDate,
            items.Length,
            purchased,
            purchased,
            amount,
            freight,
            items.Sum(item => item.Voucher),
            amount + freight,
            items.Sum(item => item.TotalItems));
    }

    private static ImmutableArray<OrderHistory> Steps(
        int orderId,
        DateTime purchased,
        DateTime paid,
        DateTime shipped,
        DateTime delivered) =>
    [
        new(1, orderId, purchased, OrderStatus.Invoiced),
        new(2, orderId, paid, OrderStatus.PaymentProcessed),
        new(3, orderId, shipped, OrderStatus.ReadyForShipment),
        new(4, orderId, delivered, OrderStatus.InTransit),
        new(5, orderId, delivered, OrderStatus.Delivered),
    ];

    private static ImmutableArray<OrderPayment> Payments(Order order, ImmutableArray<OrderItem> items)
    {
        var payments = ImmutableArray.CreateBuilder<OrderPayment>();
        payments.Add(new OrderPayment(order.Id, 1, PaymentType.CreditCard, 1, order.TotalInvoice, PaymentStatus.Succeeded));
        foreach (var item in items.Where(item => item.Voucher > 0))
        {
            payments.Add(
                new OrderPayment(order.Id, payments.Count + 1, PaymentType.Voucher, 1, item.Voucher, PaymentStatus.Succeeded));
        }

        return payments.ToImmutable();
    }

    private static OrderPaymentCard Card(int orderId) => new(orderId, 1, "4111111111111111", "CARD HOLDER", "1230", "VISA");

    private static Shipment Shipment(Order order, DateTime shipped) => new(
        order.Id,
        order.CustomerId,
        order.CountItems,
        order.TotalFreight,
        shipped,
        ShipmentStatus.Concluded,
        "",
        "",
        "",
        "",
        "",
        "",
        "");

    private static ImmutableArray<Package> Packages(Order order, ImmutableArray<OrderItem> items, DateTime shipped, DateTime delivered) =>
    [
        .. items.Select(item => new Package(
            0,
            order.Id,
            order.CustomerId,
            item.OrderItemId,
            item.SellerId,
            item.ProductId,
            item.ProductName,
            item.FreightValue,
            shipped,
            delivered,
            item.Quantity,
            PackageStatus.Delivered)),
    ];
}
