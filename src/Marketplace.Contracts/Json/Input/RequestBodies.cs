using Marketplace.Contracts.Requests;

namespace Marketplace.Contracts.Json.Input;

/// <summary>Readers of the requests of contract §3.</summary>
internal static class RequestBodies
{
    private static readonly MemberNames CartItemNames = new(
        "SellerId!", "ProductId!", "ProductName", "UnitPrice!", "FreightValue", "Quantity!", "Voucher", "Version");

    private static readonly MemberNames CheckoutNames = new(
        "CustomerId!", "FirstName", "LastName", "Street", "Complement", "City", "State", "ZipCode", "PaymentType!", "CardNumber",
        "CardHolderName", "CardExpiration", "CardSecurityNumber", "CardBrand", "Installments", "instanceId!");

    private static readonly MemberNames PriceUpdateNames = new("sellerId!", "productId!", "price!", "instanceId!", "version");

    private static readonly MemberNames ReplenishmentNames = new("seller_id!", "product_id!", "qty!");

    public static CartItem CartItem(ref InputReader input)
    {
        int sellerId = 0, productId = 0, quantity = 0;
        decimal unitPrice = 0, freight = 0, voucher = 0;
        string name = "", version = "0";
        var members = new Members(CartItemNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: sellerId = input.Id(members); break;
                case 1: productId = input.Id(members); break;
                case 2: name = input.String(members); break;
                case 3: unitPrice = input.Price(members); break;
                case 4: freight = input.Money(members); break;
                case 5: quantity = input.Int(members, 1, JsonInput.MaxQuantity); break;
                case 6: voucher = input.Money(members); break;
                case 7: version = input.Version(members); break;
            }
        }

        return new CartItem(sellerId, productId, name, unitPrice, freight, quantity, voucher, version);
    }

    public static CustomerCheckout CustomerCheckout(ref InputReader input)
    {
        int customerId = 0, installments = 1;
        string firstName = "", lastName = "", street = "", complement = "", city = "", state = "", zipCode = "", instanceId = "";
        string cardNumber = "", cardHolderName = "", cardExpiration = "", cardSecurityNumber = "", cardBrand = "";
        var paymentType = PaymentType.CreditCard;
        var members = new Members(CheckoutNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: customerId = input.Id(members); break;
                case 1: firstName = input.String(members); break;
                case 2: lastName = input.String(members); break;
                case 3: street = input.String(members); break;
                case 4: complement = input.String(members); break;
                case 5: city = input.String(members); break;
                case 6: state = input.String(members); break;
                case 7: zipCode = input.String(members); break;
                case 8: paymentType = input.Enum<PaymentType>(members); break;
                case 9: cardNumber = input.String(members); break;
                case 10: cardHolderName = input.String(members); break;
                case 11: cardExpiration = input.String(members); break;
                case 12: cardSecurityNumber = input.String(members); break;
                case 13: cardBrand = input.String(members); break;
                case 14: installments = input.Int(members, 0, 1000); break;
                case 15: instanceId = input.Tid(members); break;
            }
        }

        if (paymentType == PaymentType.Voucher)
            throw new InvalidInputException("PaymentType: expected CREDIT_CARD, DEBIT_CARD or BOLETO; vouchers are part of the cart.");

        return new CustomerCheckout(
            customerId, firstName, lastName, street, complement, city, state, zipCode, paymentType, cardNumber, cardHolderName,
            cardExpiration, cardSecurityNumber, cardBrand, installments, instanceId);
    }

    public static PriceUpdate PriceUpdate(ref InputReader input)
    {
        int sellerId = 0, productId = 0;
        decimal price = 0;
        var instanceId = "";
        string? version = null;
        var members = new Members(PriceUpdateNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: sellerId = input.Id(members); break;
                case 1: productId = input.Id(members); break;
                case 2: price = input.Price(members); break;
                case 3: instanceId = input.Tid(members); break;
                case 4: version = input.Version(members); break;
            }
        }

        return new PriceUpdate(sellerId, productId, price, instanceId, version);
    }

    public static Replenishment Replenishment(ref InputReader input)
    {
        int sellerId = 0, productId = 0, quantity = 0;
        var members = new Members(ReplenishmentNames);
        while (input.Next(ref members))
        {
            switch (members.Current)
            {
                case 0: sellerId = input.Id(members); break;
                case 1: productId = input.Id(members); break;
                case 2: quantity = input.Int(members, 1, JsonInput.MaxQuantity); break;
            }
        }

        return new Replenishment(sellerId, productId, quantity);
    }
}
