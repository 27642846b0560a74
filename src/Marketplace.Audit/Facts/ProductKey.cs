namespace Marketplace.Audit.Facts;

/// <summary>Key of a product.</summary>
internal readonly record struct ProductKey(int SellerId, int ProductId) : IComparable<ProductKey>
{
    public int CompareTo(ProductKey other) =>
        SellerId != other.SellerId ? SellerId.CompareTo(other.SellerId) : ProductId.CompareTo(other.ProductId);

    public override string ToString() => $"{SellerId}/{ProductId}";
}
