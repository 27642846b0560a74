namespace Marketplace.Contracts.Json.Input;

/// <summary>Readers of the entities that are ingested (contract §3).</summary>
internal static class EntityBodies
{
    // Far from where a counter would overflow.
    private const int MaxCount = 1_000_000_000;

    private static readonly MemberNames ProductNames = new(
        "seller_id!", "product_id!", "name", "sku", "category", "description", "price!", "freight_value", "status", "version", "active");

    private static readonly MemberNames ReplacementNames = new(
        "seller_id!", "product_id!", "name", "sku", "category", "description", "price!", "freight_value", "status", "version!", "active");

    private static readonly MemberNames StockItemNames = new(
        "seller_id!", "product_id!", "qty_available!", "qty_reserved", "order_count", "ytd", "data", "version", "active");

    private static readonly MemberNames SellerNames = new(
        "id!", "name", "company_name", "email", "phone", "mobile_phone", "cpf", "cnpj", "address", "complement", "city", "state",
        "zip_code");

    private static readonly MemberNames CustomerNames = new(
        "id!", "first_name", "last_name", "address", "complement", "birth_date", "zip_code", "city", "state", "card_number",
        "card_security_number", "card_expiration", "card_holder_name", "card_type", "success_payment_count", "failed_payment_count",
        "delivery_count", "data", "rejected_checkout_count", "abandoned_cart_count", "total_spent");

    public static Product Product(ref InputReader input) => Product(ref input, ProductNames);

    public static Product Replacement(ref InputReader input)
    {
        var product = Product(ref input, ReplacementNames);
        return product.Version.Length > 0
            ? product
            : throw new InvalidInputException("version: expected the transaction id, which becomes the version of the replacement.");
    }

    public static StockItem StockItem(ref InputReader input)
    {
        int sellerId = 0, productId = 0, available = 0, reserved = 0, orderCount = 0, ytd = 0;
        string data = "", version = "0";
        var active = true;
        var members = new Members(StockItemNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: sellerId = input.Id(members); break;
                case 1: productId = input.Id(members); break;
                case 2: available = input.Int(members, 0, MaxCount); break;
                case 3: reserved = input.Int(members, 0, MaxCount); break;
                case 4: orderCount = input.Int(members, 0, MaxCount); break;
                case 5: ytd = input.Int(members, 0, MaxCount); break;
                case 6: data = input.String(members); break;
                case 7: version = input.Version(members); break;
                case 8: active = input.Bool(members); break;
            }
        }

        return reserved <= available
            ? new StockItem(sellerId, productId, available, reserved, orderCount, ytd, data, version, active)
            : throw new InvalidInputException("qty_reserved: expected at most qty_available.");
    }

    public static Seller Seller(ref InputReader input)
    {
        var id = 0;
        string name = "", companyName = "", email = "", phone = "", mobilePhone = "", cpf = "", cnpj = "";
        string address = "", complement = "", city = "", state = "", zipCode = "";
        var members = new Members(SellerNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: id = input.Id(members); break;
                case 1: name = input.String(members); break;
                case 2: companyName = input.String(members); break;
                case 3: email = input.String(members); break;
                case 4: phone = input.String(members); break;
                case 5: mobilePhone = input.String(members); break;
                case 6: cpf = input.String(members); break;
                case 7: cnpj = input.String(members); break;
                case 8: address = input.String(members); break;
                case 9: complement = input.String(members); break;
                case 10: city = input.String(members); break;
                case 11: state = input.String(members); break;
                case 12: zipCode = input.String(members); break;
            }
        }

        return new Seller(
            id, name, companyName, email, phone, mobilePhone, cpf, cnpj, address, complement, city, state, zipCode);
    }

    public static Customer Customer(ref InputReader input)
    {
        int id = 0, succeeded = 0, failed = 0, deliveries = 0, rejected = 0, abandoned = 0;
        string firstName = "", lastName = "", address = "", complement = "", birthDate = "", zipCode = "", city = "", state = "";
        string cardNumber = "", cardSecurityNumber = "", cardExpiration = "", cardHolderName = "", cardType = "", data = "";
        decimal spent = 0;
        var members = new Members(CustomerNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: id = input.Id(members); break;
                case 1: firstName = input.String(members); break;
                case 2: lastName = input.String(members); break;
                case 3: address = input.String(members); break;
                case 4: complement = input.String(members); break;
                case 5: birthDate = input.String(members); break;
                case 6: zipCode = input.String(members); break;
                case 7: city = input.String(members); break;
                case 8: state = input.String(members); break;
                case 9: cardNumber = input.String(members); break;
                case 10: cardSecurityNumber = input.String(members); break;
                case 11: cardExpiration = input.String(members); break;
                case 12: cardHolderName = input.String(members); break;
                case 13: cardType = input.String(members); break;
                case 14: succeeded = input.Int(members, 0, MaxCount); break;
                case 15: failed = input.Int(members, 0, MaxCount); break;
                case 16: deliveries = input.Int(members, 0, MaxCount); break;
                case 17: data = input.String(members); break;
                case 18: rejected = input.Int(members, 0, MaxCount); break;
                case 19: abandoned = input.Int(members, 0, MaxCount); break;
                case 20: spent = input.Money(members); break;
            }
        }

        return new Customer(
            id, firstName, lastName, address, complement, birthDate, zipCode, city, state, cardNumber, cardSecurityNumber,
            cardExpiration, cardHolderName, cardType, succeeded, failed, deliveries, data, rejected, abandoned, spent);
    }

    private static Product Product(ref InputReader input, MemberNames names)
    {
        int sellerId = 0, productId = 0;
        string name = "", sku = "", category = "", description = "", status = "approved", version = "0";
        decimal price = 0, freight = 0;
        var active = true;
        var members = new Members(names);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: sellerId = input.Id(members); break;
                case 1: productId = input.Id(members); break;
                case 2: name = input.String(members); break;
                case 3: sku = input.String(members); break;
                case 4: category = input.String(members); break;
                case 5: description = input.String(members); break;
                case 6: price = input.Price(members); break;
                case 7: freight = input.Money(members); break;
                case 8: status = input.String(members); break;
                case 9: version = input.Version(members); break;
                case 10: active = input.Bool(members); break;
            }
        }

        return new Product(sellerId, productId, name, sku, category, description, price, freight, status, version, active);
    }
}
