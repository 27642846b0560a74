using Marketplace.Audit;
using Marketplace.Driver.Data;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Workload;

/// <summary>Picks a seller from the seller distribution, then one of that seller's products from the key distribution. Immutable.</summary>
internal sealed class ProductPicker
{
    private const int Draws = 1_000;

    private readonly AliasSampler _sellers;
    private readonly AliasSampler _sellersProducts;
    private readonly AliasSampler _lastSellersProducts;
    private readonly int _sellerCount;
    private readonly int _productsPerSeller;
    private readonly int _products;
    private readonly LoadShare _share;

    /// <summary>Prepares both distributions. The last seller, which may own fewer products, has one of its own.</summary>
    /// <param name="share">Which products are this driver's; null for all.</param>
    public ProductPicker(WorkloadSettings workload, DataSettings data, DataSetCounts counts, LoadShare? share = null)
    {
        (_products, _share) = (counts.Products, share ?? LoadShare.Whole);
        _sellerCount = counts.Sellers;
        _productsPerSeller = data.ProductsPerSeller;
        var last = DataSetShape.ProductsOf(counts, data.ProductsPerSeller, counts.Sellers);
        _sellers = Sampler(workload.Sellers, counts.Sellers);
        _sellersProducts = Sampler(workload.Products, data.ProductsPerSeller);
        _lastSellersProducts = Sampler(workload.Products, last);
    }

    /// <summary>A seller, from 1.</summary>
    public int Seller(WorkloadRandom random) => 1 + _sellers.Sample(random);

    /// <summary>Index of a product: products are counted through from 0, seller by seller.</summary>
    public int Product(WorkloadRandom random)
    {
        var product = Draw(random);
        for (var i = 1; i < Draws && !_share.Owns(product); i++)
            product = Draw(random);
        return _share.Owns(product) ? product : Next(product);
    }

    /// <summary>The next product in line that this driver may take.</summary>
    public int Next(int product)
    {
        var next = (product + 1) % _products;
        return _share.Owns(next) ? next : Next(next);
    }

    private int Draw(WorkloadRandom random)
    {
        var seller = _sellers.Sample(random);
        var products = seller == _sellerCount - 1 ? _lastSellersProducts : _sellersProducts;
        return seller * _productsPerSeller + products.Sample(random);
    }

    private static AliasSampler Sampler(DistributionSettings settings, int count) =>
        AliasSampler.Zipfian(count, settings.Distribution == "uniform" ? 0 : settings.Exponent);
}
