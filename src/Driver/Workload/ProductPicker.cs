using Marketplace.Audit;
using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Workload;

/// <summary>Picks a seller from the seller distribution, then one of that seller's products from the key distribution. Immutable.</summary>
internal sealed class ProductPicker
{
    private readonly AliasSampler _sellers;
    private readonly AliasSampler _products;
    private readonly AliasSampler _lastSellersProducts;
    private readonly int _sellerCount;
    private readonly int _productsPerSeller;

    /// <summary>Prepares both distributions. The last seller, which may own fewer products, has one of its own.</summary>
    public ProductPicker(WorkloadSettings workload, DataSettings data, DataSetCounts counts)
    {
        _sellerCount = counts.Sellers;
        _productsPerSeller = data.ProductsPerSeller;
        var last = DataSetShape.ProductsOf(counts, data.ProductsPerSeller, counts.Sellers);
        _sellers = Sampler(workload.Sellers, counts.Sellers);
        _products = Sampler(workload.Products, data.ProductsPerSeller);
        _lastSellersProducts = Sampler(workload.Products, last);
    }

    /// <summary>A seller, from 1.</summary>
    public int Seller(WorkloadRandom random) => 1 + _sellers.Sample(random);

    /// <summary>Index of a product: products are counted through from 0, seller by seller.</summary>
    public int Product(WorkloadRandom random)
    {
        var seller = _sellers.Sample(random);
        var products = seller == _sellerCount - 1 ? _lastSellersProducts : _products;
        return seller * _productsPerSeller + products.Sample(random);
    }

    private static AliasSampler Sampler(DistributionSettings settings, int count) =>
        AliasSampler.Zipfian(count, settings.Distribution == "uniform" ? 0 : settings.Exponent);
}
