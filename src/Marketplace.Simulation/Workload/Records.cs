using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Requests;

namespace Marketplace.Simulation.Workload;

/// <summary>Small, valid records: what a world is loaded with, and what its clients send.</summary>
internal static class Records
{
    public const decimal Freight = 2.5m;

    public static Customer Customer(int id) => new(
        id, "Ada", "Byron", "1 Loop", "", "1815-12-10", "10121", "Turin", "TO", "4111", "123", "0930", "ADA BYRON", "VISA", 0, 0, 0, "", 0, 0, 0);

    public static Seller Seller(int id) => new(id, "Shop", "Shop Ltd", "shop@example.org", "", "", "", "", "2 Loop", "", "Turin", "TO", "10121");

    public static Product Product(int seller, int product, decimal price, string version) =>
        new(seller, product, "Lamp", "L-1", "light", "A lamp.", price, Freight, "approved", version);

    public static StockItem Stock(int seller, int product, int pieces) => new(seller, product, pieces, 0, 0, 0, "", "0");

    public static CustomerCheckout Checkout(int customer, string tid) => new(
        customer, "Ada", "Byron", "1 Loop", "", "Turin", "TO", "10121", PaymentType.CreditCard, "4111", "ADA BYRON", "0930", "123", "VISA", 1, tid);
}
