using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Silo.Tests.Entry;

/// <summary>Small, valid records to start from.</summary>
internal static class Records
{
    public static Customer Customer(int id) => new(
        id, "Ada", "Byron", "1 Loop", "", "1815-12-10", "10121", "Turin", "TO", "4111", "123", "0930", "ADA BYRON", "VISA", 0, 0, 0, "", 0, 0, 0);

    public static Seller Seller(int id) => new(id, "Shop", "Shop Ltd", "shop@example.org", "", "", "", "", "2 Loop", "", "Turin", "TO", "10121");

    public static Product Product(int seller, int product, decimal price = 10m, string version = "0") =>
        new(seller, product, "Lamp", "L-1", "light", "A lamp.", price, 2.5m, "approved", version);

    public static StockItem Stock(int seller, int product, int available) => new(seller, product, available, 0, 0, 0, "", "0");

    public static CartItem Line(int seller, int product, int quantity = 1, decimal price = 10m, decimal voucher = 0, string version = "0") =>
        new(seller, product, "Lamp", price, FreightValue: 2.5m, quantity, voucher, version);

    public static CustomerCheckout Checkout(int customer, string tid) => new(
        customer, "Ada", "Byron", "1 Loop", "", "Turin", "TO", "10121", PaymentType.CreditCard, "4111", "ADA BYRON", "0930", "123", "VISA", 1, tid);
}
