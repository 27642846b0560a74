using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Events;
using Marketplace.Grains.Replication;

namespace Marketplace.Grains;

/// <summary>Finds the sellers that an event concerns, in key order, each once.</summary>
internal static class SellersOf
{
    /// <summary>Splits an invoice by seller.</summary>
    /// <returns>One part a seller, with that seller's items, in the order of seller ids.</returns>
    public static List<InvoiceIssued> Invoice(InvoiceIssued invoice)
    {
        var sellers = Items(invoice.Items);
        var parts = new List<InvoiceIssued>(sellers.Count);
        foreach (var seller in sellers)
            parts.Add(invoice with { Items = invoice.Items.Length == 1 ? invoice.Items : invoice.Items.RemoveAll(i => i.SellerId != seller) });

        return parts;
    }

    /// <returns>Ids in ascending order, each once.</returns>
    public static List<int> Items(ImmutableArray<OrderItem> items)
    {
        var sellers = new List<int>(items.Length);
        foreach (var item in items)
            Insert(sellers, item.SellerId);

        return sellers;
    }

    /// <returns>Ids in ascending order, each once.</returns>
    public static List<int> Packages(ImmutableArray<Package> packages)
    {
        var sellers = new List<int>(packages.Length);
        foreach (var package in packages)
            Insert(sellers, package.SellerId);

        return sellers;
    }

    /// <summary>Splits products by seller.</summary>
    /// <param name="products">By <see cref="Keys.Pair"/>, in ascending order.</param>
    /// <returns>Each seller once, in the order of seller ids.</returns>
    public static List<ProductsOfSeller> Products(ImmutableArray<long> products)
    {
        var sellers = new List<ProductsOfSeller>(products.Length);
        for (var (first, i) = (0, 1); i <= products.Length; i++)
        {
            if (i == products.Length || Keys.First(products[i]) != Keys.First(products[first]))
            {
                sellers.Add(new ProductsOfSeller(Keys.First(products[first]), [.. products.AsSpan()[first..i].ToArray().Select(Keys.Second)]));
                first = i;
            }
        }

        return sellers;
    }

    private static void Insert(List<int> sellers, int seller)
    {
        var index = sellers.BinarySearch(seller);
        if (index < 0)
            sellers.Insert(~index, seller);
    }
}
