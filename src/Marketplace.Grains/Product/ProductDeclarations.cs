using Marketplace.Grains.Stock;

namespace Marketplace.Grains.Product;

/// <summary>Updates of products, by their <see cref="Keys.Pair"/>, with the log of their seller's updates where there is one.</summary>
internal static class ProductDeclarations
{
    /// <summary>Ingestion of a product: what a Price Update touches, as it may be one to those who know of the product.</summary>
    public static TransactionDeclaration ProductIngestion(this Declarations declare, long product) =>
        new("", TransactionKind.Maintenance, declare.Updated(product));

    public static TransactionDeclaration PriceUpdate(this Declarations declare, string tid, long product) =>
        new(tid, TransactionKind.PriceUpdate, declare.Updated(product));

    public static TransactionDeclaration ProductDelete(this Declarations declare, string tid, long product) =>
        new(tid, TransactionKind.ProductDelete, declare.Updated(product, isDeleted: true));

    private static AccessSet Updated(this Declarations declare, long product, bool isDeleted = false)
    {
        if (!declare.AreNeeded)
            return default;

        var write = declare.Write<IProductGrain>(product);
        return (declare.Ordering.IsKept, isDeleted) switch
        {
            (false, false) => AccessSet.Of(write),
            (false, true) => AccessSet.Of([write, declare.Write<IStockGrain>(product)]),
            (true, false) => AccessSet.Of([write, declare.Log(product)]),
            (true, true) => AccessSet.Of([write, declare.Log(product), declare.Write<IStockGrain>(product)]),
        };
    }

    private static Access Log(this Declarations declare, long product) => declare.Write<IUpdateLogGrain>(Keys.OfLog(Keys.First(product)));
}
