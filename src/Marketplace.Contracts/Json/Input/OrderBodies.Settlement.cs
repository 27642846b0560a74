namespace Marketplace.Contracts.Json.Input;

/// <summary>Readers of the payment and the shipment of a pre-populated order.</summary>
internal static partial class OrderBodies
{
    private static readonly MemberNames PaymentNames = new(
        "order_id!", "payment_sequential!", "type!", "installments", "value!", "status!");

    private static readonly MemberNames CardNames = new(
        "order_id!", "payment_sequential!", "card_number", "card_holder_name", "card_expiration", "card_brand");

    private static readonly MemberNames ShipmentNames = new(
        "order_id!", "customer_id!", "package_count!", "total_freight_value", "request_date", "status!", "first_name", "last_name",
        "street", "complement", "zip_code", "city", "state");

    private static readonly MemberNames PackageNames = new(
        "shipment_id", "order_id!", "customer_id!", "package_id!", "seller_id!", "product_id!", "product_name", "freight_value",
        "shipping_date", "delivery_date", "quantity!", "status!");

    private static OrderPayment Payment(ref InputReader input)
    {
        int orderId = 0, sequential = 0, installments = 1;
        var type = PaymentType.CreditCard;
        var status = PaymentStatus.Succeeded;
        decimal value = 0;
        var members = new Members(PaymentNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: orderId = input.Id(members); break;
                case 1: sequential = input.Id(members); break;
                case 2: type = input.Enum<PaymentType>(members); break;
                case 3: installments = input.Int(members, 0, 1000); break;
                case 4: value = input.Money(members); break;
                case 5: status = input.Enum<PaymentStatus>(members); break;
            }
        }

        return new OrderPayment(orderId, sequential, type, installments, value, status);
    }

    private static OrderPaymentCard Card(ref InputReader input)
    {
        int orderId = 0, sequential = 0;
        string number = "", holder = "", expiration = "", brand = "";
        var members = new Members(CardNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: orderId = input.Id(members); break;
                case 1: sequential = input.Id(members); break;
                case 2: number = input.String(members); break;
                case 3: holder = input.String(members); break;
                case 4: expiration = input.String(members); break;
                case 5: brand = input.String(members); break;
            }
        }

        return new OrderPaymentCard(orderId, sequential, number, holder, expiration, brand);
    }

    private static Shipment Shipment(ref InputReader input)
    {
        int orderId = 0, customerId = 0, count = 0;
        decimal freight = 0;
        var requested = input.Now;
        var status = ShipmentStatus.Concluded;
        string firstName = "", lastName = "", street = "", complement = "", zipCode = "", city = "", state = "";
        var members = new Members(ShipmentNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: orderId = input.Id(members); break;
                case 1: customerId = input.Id(members); break;
                case 2: count = input.Int(members, 1, MaxParts); break;
                case 3: freight = input.Money(members); break;
                case 4: requested = input.Time(members); break;
                case 5: status = input.Enum<ShipmentStatus>(members); break;
                case 6: firstName = input.String(members); break;
                case 7: lastName = input.String(members); break;
                case 8: street = input.String(members); break;
                case 9: complement = input.String(members); break;
                case 10: zipCode = input.String(members); break;
                case 11: city = input.String(members); break;
                case 12: state = input.String(members); break;
            }
        }

        return new Shipment(
            orderId, customerId, count, freight, requested, status, firstName, lastName, street, complement, zipCode, city, state);
    }

    private static Package Package(ref InputReader input)
    {
        int shipmentId = 0, orderId = 0, customerId = 0, packageId = 0, sellerId = 0, productId = 0, quantity = 0;
        var name = "";
        decimal freight = 0;
        var shipped = input.Now;
        DateTime? delivered = null;
        var status = PackageStatus.Delivered;
        var members = new Members(PackageNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: shipmentId = input.Int(members, 0, int.MaxValue); break;
                case 1: orderId = input.Id(members); break;
                case 2: customerId = input.Id(members); break;
                case 3: packageId = input.Id(members); break;
                case 4: sellerId = input.Id(members); break;
                case 5: productId = input.Id(members); break;
                case 6: name = input.String(members); break;
                case 7: freight = input.Money(members); break;
                case 8: shipped = input.Time(members); break;
                case 9: delivered = input.Time(members); break;
                case 10: quantity = input.Int(members, 1, JsonInput.MaxQuantity); break;
                case 11: status = input.Enum<PackageStatus>(members); break;
            }
        }

        return new Package(
            shipmentId, orderId, customerId, packageId, sellerId, productId, name, freight, shipped, delivered, quantity, status);
    }
}
