using Marketplace.Audit.Exports;
using Marketplace.Audit.Replication;
using Marketplace.Audit.Spilling;

namespace Marketplace.Audit.Facts;

/// <summary>Gathers what is known of the products. They are as many as the data set has, whatever the length of the run.</summary>
internal sealed class ProductLoader(AuditHistory history)
{
    private readonly Dictionary<ProductKey, ProductFacts> _products = [];

    public IReadOnlyCollection<ProductFacts> Products => _products.Values;

    /// <summary>Loads what Product and Stock export.</summary>
    public async Task Load(IFactSource facts, RunFacts run, CancellationToken cancellationToken)
    {
        await foreach (var export in facts.Read(Export.Products, Partition.All, cancellationToken))
        {
            Of(new ProductKey(export.Product.SellerId, export.Product.ProductId)).Product = Slim.Of(export);
            run.Products++;
            run.Foreign += history.IsForeign(export.LastTid) ? 1 : 0;
        }

        await foreach (var export in facts.Read(Export.Stock, Partition.All, cancellationToken))
        {
            Of(new ProductKey(export.Item.SellerId, export.Item.ProductId)).Stock = Slim.Of(export);
            run.Stock++;
        }
    }

    /// <summary>Adds what the customers' carts asked for, and what their orders of the workload took.</summary>
    public void Add(CustomerFacts customer)
    {
        foreach (var item in customer.Checkouts.Values.SelectMany(checkout => checkout.Attempts).SelectMany(attempt => attempt.Items))
            Of(new ProductKey(item.SellerId, item.ProductId)).Asked += item.Quantity;
        foreach (var order in customer.Orders.Values.Where(order => !order.IsPrePopulated))
        {
            foreach (var item in order.Exports.SelectMany(export => export.Items))
            {
                var product = Of(new ProductKey(item.SellerId, item.ProductId));
                product.Lines++;
                product.Sold += order.IsPaid ? item.Quantity : 0;
            }
        }
    }

    /// <summary>
    /// Gives each product its updates, the prices charged and the items refused, one product after the other, so that those of one are in
    /// memory at a time.
    /// </summary>
    public IEnumerable<ProductFacts> InOrder(
        SpillSorter<UpdateRow> updates, SpillSorter<PriceUseRow> prices, SpillSorter<RefusedRow> refusals, SpillSorter<FollowedRow> follows)
    {
        using var updated = new PeekingReader<UpdateRow>(updates.Sorted());
        using var refused = new PeekingReader<RefusedRow>(refusals.Sorted());
        using var followed = new PeekingReader<FollowedRow>(follows.Sorted());
        using var charged = new PeekingReader<PriceUseRow>(prices.Sorted());
        foreach (var known in _products.Values.OrderBy(product => product.Key).Append<ProductFacts?>(null))
        {
            // The driver may have updated what no service knows.
            while (updated.TryPeek(out var stray) && (known is null || stray.Product.CompareTo(known.Key) < 0))
                yield return Fill(new ProductFacts(stray.Product));
            if (known is null)
                break;
            yield return Fill(known);
            Drop(known.Updates);
            Drop(known.Prices);
            Drop(known.Refused);
            Drop(known.Followed);
        }

        ProductFacts Fill(ProductFacts product)
        {
            Take(updated, static row => row.Product, product.Key, product.Updates);
            Take(charged, static row => row.Product, product.Key, product.Prices);
            Take(refused, static row => row.Product, product.Key, product.Refused);
            Take(followed, static row => row.Product, product.Key, product.Followed);
            return product;
        }
    }

    // What is of products before it, which no service knows, is left out.
    private static void Take<T>(PeekingReader<T> rows, Func<T, ProductKey> productOf, ProductKey product, List<T> taken)
        where T : unmanaged
    {
        for (; rows.TryPeek(out var row) && productOf(row).CompareTo(product) <= 0; rows.Next())
        {
            if (productOf(row) == product)
                taken.Add(row);
        }
    }

    private static void Drop<T>(List<T> rows)
    {
        rows.Clear();
        rows.TrimExcess();
    }

    private ProductFacts Of(ProductKey key)
    {
        if (!_products.TryGetValue(key, out var product))
            _products.Add(key, product = new ProductFacts(key));
        return product;
    }
}
