using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json.Input;

/// <summary>Readers of a pre-populated order and of its parts (contract §3).</summary>
internal static partial class OrderBodies
{
    private const int MaxParts = 1000;
    private const int MaxOrderId = 1_000_000_000;

    private static readonly MemberNames ImportNames = new(
        "order!", "items!", "history", "payments!", "card", "shipment!", "packages!");

    private static readonly MemberNames OrderNames = new(
        "id!", "customer_id!", "invoice_number", "status!", "purchase_date", "payment_date", "delivered_carrier_date",
        "delivered_customer_date", "estimated_delivery_date", "count_items!", "created_at", "updated_at", "total_amount!",
        "total_freight!", "total_incentive!", "total_invoice!", "total_items!");

    private static readonly MemberNames ItemNames = new(
        "order_id!", "order_item_id!", "product_id!", "product_name", "seller_id!", "unit_price!", "shipping_limit_date",
        "freight_value", "quantity!", "total_items!", "total_amount!", "voucher");

    private static readonly MemberNames HistoryNames = new("id!", "order_id!", "created_at", "status!");

    public static OrderImport OrderImport(ref InputReader input)
    {
        Order? order = null;
        Shipment? shipment = null;
        OrderPaymentCard? card = null;
        ImmutableArray<OrderItem> items = [];
        ImmutableArray<OrderHistory> history = [];
        ImmutableArray<OrderPayment> payments = [];
        ImmutableArray<Package> packages = [];
        var members = new Members(ImportNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: order = input.Object(members, Order); break;
                case 1: items = input.List(members, MaxParts, Item); break;
                case 2: history = input.List(members, MaxParts, History); break;
                case 3: payments = input.List(members, MaxParts, Payment); break;
                case 4: card = input.Object(members, Card); break;
                case 5: shipment = input.Object(members, Shipment); break;
                case 6: packages = input.List(members, MaxParts, Package); break;
            }
        }

        // The members are required: past the loop they are there.
        var import = new OrderImport(order!, items, history, payments, card, shipment!, packages);
        Check(import);
        return import;
    }

    private static void Check(OrderImport import)
    {
        var (orderId, customerId) = (import.Order.Id, import.Order.CustomerId);
        Require(import.Items.Length > 0, "items: expected at least one.");
        Require(import.Payments.Length > 0, "payments: expected at least the main line.");
        Require(import.Order.CountItems == import.Items.Length, "count_items: expected the number of items.");
        Require(import.Shipment.PackageCount == import.Packages.Length, "package_count: expected the number of packages.");
        Require(
            import.Items.All(item => item.OrderId == orderId)
            && import.History.All(step => step.OrderId == orderId)
            && import.Payments.All(line => line.OrderId == orderId)
            && (import.Card is null || import.Card.OrderId == orderId)
            && import.Shipment.OrderId == orderId
            && import.Packages.All(package => package.OrderId == orderId),
            "order_id: expected the order's id in all parts.");
        Require(
            import.Shipment.CustomerId == customerId && import.Packages.All(package => package.CustomerId == customerId),
            "customer_id: expected the order's customer in shipment and packages.");
    }

    private static void Require(bool holds, string message)
    {
        if (!holds)
            throw new InvalidInputException(message);
    }

    private static Order Order(ref InputReader input)
    {
        int id = 0, customerId = 0, countItems = 0;
        var invoiceNumber = "";
        var status = OrderStatus.Delivered;
        DateTime purchased = input.Now, created = input.Now, updated = input.Now;
        DateTime? paid = null, carrier = null, delivered = null, estimated = null;
        decimal amount = 0, freight = 0, incentive = 0, invoice = 0, total = 0;
        var members = new Members(OrderNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: id = input.Int(members, 1, MaxOrderId); break;
                case 1: customerId = input.Id(members); break;
                case 2: invoiceNumber = input.String(members); break;
                case 3: status = input.Enum<OrderStatus>(members); break;
                case 4: purchased = input.Time(members); break;
                case 5: paid = input.Time(members); break;
                case 6: carrier = input.Time(members); break;
                case 7: delivered = input.Time(members); break;
                case 8: estimated = input.Time(members); break;
                case 9: countItems = input.Int(members, 1, MaxParts); break;
                case 10: created = input.Time(members); break;
                case 11: updated = input.Time(members); break;
                case 12: amount = input.Money(members); break;
                case 13: freight = input.Money(members); break;
                case 14: incentive = input.Money(members); break;
                case 15: invoice = input.Money(members); break;
                case 16: total = input.Money(members); break;
            }
        }

        return new Order(
            id, customerId, invoiceNumber, status, purchased, paid, carrier, delivered, estimated, countItems, created, updated,
            amount, freight, incentive, invoice, total);
    }

    private static OrderItem Item(ref InputReader input)
    {
        int orderId = 0, itemId = 0, productId = 0, sellerId = 0, quantity = 0;
        var name = "";
        var limit = input.Now;
        decimal price = 0, freight = 0, total = 0, amount = 0, voucher = 0;
        var members = new Members(ItemNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: orderId = input.Id(members); break;
                case 1: itemId = input.Id(members); break;
                case 2: productId = input.Id(members); break;
                case 3: name = input.String(members); break;
                case 4: sellerId = input.Id(members); break;
                case 5: price = input.Money(members); break;
                case 6: limit = input.Time(members); break;
                case 7: freight = input.Money(members); break;
                case 8: quantity = input.Int(members, 1, JsonInput.MaxQuantity); break;
                case 9: total = input.Money(members); break;
                case 10: amount = input.Money(members); break;
                case 11: voucher = input.Money(members); break;
            }
        }

        return new OrderItem(
            orderId, itemId, productId, name, sellerId, price, limit, freight, quantity, total, amount, voucher);
    }

    private static OrderHistory History(ref InputReader input)
    {
        int id = 0, orderId = 0;
        var created = input.Now;
        var status = OrderStatus.Delivered;
        var members = new Members(HistoryNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: id = input.Id(members); break;
                case 1: orderId = input.Id(members); break;
                case 2: created = input.Time(members); break;
                case 3: status = input.Enum<OrderStatus>(members); break;
            }
        }

        return new OrderHistory(id, orderId, created, status);
    }
}
