namespace Marketplace.Driver.Audit.Facts;

/// <summary>Key of a product.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="ProductId">Product of that seller.</param>
internal readonly record struct ProductKey(int SellerId, int ProductId) : IComparable<ProductKey>
{
    /// <inheritdoc/>
    public int CompareTo(ProductKey other) =>
        SellerId != other.SellerId ? SellerId.CompareTo(other.SellerId) : ProductId.CompareTo(other.ProductId);

    /// <inheritdoc/>
    public override string ToString() => $"{SellerId}/{ProductId}";
}
