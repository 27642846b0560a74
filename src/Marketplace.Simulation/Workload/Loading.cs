using Marketplace.Silo;

namespace Marketplace.Simulation.Workload;

/// <summary>Loads a world with its customers, sellers, products and stock.</summary>
internal static class Loading
{
    public static async Task Load(Entry entry, Shop shop)
    {
        var all = new List<Task>();
        for (var customer = 1; customer <= shop.Settings.Customers; customer++)
            all.Add(entry.AddCustomer(Records.Customer(customer)));
        for (var seller = 1; seller <= shop.Settings.Sellers; seller++)
            all.Add(entry.AddSeller(Records.Seller(seller)));
        for (var product = 0; product < shop.Products; product++)
        {
            var (seller, id) = shop.Keys(product);
            all.Add(entry.AddProduct(Records.Product(seller, id, Shop.Price(product), "0")));
            all.Add(entry.AddStock(Records.Stock(seller, id, shop.Settings.Pieces)));
        }

        await Task.WhenAll(all);
    }
}
