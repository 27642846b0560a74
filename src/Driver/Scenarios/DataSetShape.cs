using Marketplace.Audit;

namespace Marketplace.Driver.Scenarios;

/// <summary>How many of everything a data set holds, and which seller owns which product.</summary>
internal static class DataSetShape
{
    private const double PerSizeFactor = 10_000;

    public static DataSetCounts Of(DataSettings settings)
    {
        var entities = Math.Max(1, (int)Math.Round(PerSizeFactor * settings.SizeFactor));
        var sellers = (entities + settings.ProductsPerSeller - 1) / settings.ProductsPerSeller;
        var orders = (int)Math.Round(settings.InitialOrdersPerSizeFactor * settings.SizeFactor);
        return new DataSetCounts(entities, sellers, entities, entities, orders);
    }

    /// <summary>Products of a seller: all but the last own the same number.</summary>
    /// <param name="seller">Seller, from 1.</param>
    public static int ProductsOf(DataSetCounts counts, int productsPerSeller, int seller) =>
        Math.Min(productsPerSeller, counts.Products - (seller - 1) * productsPerSeller);
}
