namespace Marketplace.Driver.Workload;

/// <summary>Turns the index of a product into its key.</summary>
internal readonly record struct ProductKeys(int ProductsPerSeller)
{
    /// <summary>The key of a product.</summary>
    /// <param name="product">Index, from 0, counted through seller by seller.</param>
    public (int SellerId, int ProductId) Of(int product) => (1 + product / ProductsPerSeller, 1 + product % ProductsPerSeller);
}
