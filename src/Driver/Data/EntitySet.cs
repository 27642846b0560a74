using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Json;

namespace Marketplace.Driver.Data;

/// <summary>One kind of entity of a data set: its name in files and at POST /import, and where a public silo takes a single one.</summary>
/// <param name="SinglePath">Path for one of them; null if a public silo takes none.</param>
/// <param name="Write">Writes one of them as JSON, by its index from 0.</param>
internal sealed record EntitySet(string Name, string? SinglePath, int Count, Action<int, Stream> Write)
{
    /// <summary>All sets of a data set, in the order in which they are ingested.</summary>
    public static EntitySet[] Of(DataGenerator data) =>
    [
        Set("sellers", "seller", data.Counts.Sellers, index => data.Seller(index + 1), EntityJson.Default.Seller),
        Set("customers", "customer", data.Counts.Customers, index => data.Customer(index + 1), EntityJson.Default.Customer),
        Set("products", "product", data.Counts.Products, data.Product, EntityJson.Default.Product),
        Set("stock", "stock", data.Counts.Stock, data.Stock, EntityJson.Default.StockItem),
        Set("orders", null, data.Counts.Orders, data.Order, EntityJson.Default.OrderImport),
    ];

    private static EntitySet Set<T>(
        string name,
        string? path,
        int count,
        Func<int, T> make,
        JsonTypeInfo<T> type) =>
        new(name, path, count, (index, stream) => JsonSerializer.Serialize(stream, make(index), type));
}
