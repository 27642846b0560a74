namespace Marketplace.Grains.Product;

/// <content>The updates of a product are one chain (S#5), so only the last one can be taken back.</content>
internal sealed partial class ProductState : ICompensable<ProductState>
{
    public bool CanUndo(ProductState before, ProductState after) => IsSame(before, after) || IsSame(this, after);

    public void Undo(ProductState before, ProductState after)
    {
        if (!IsSame(before, after))
            (Ingested, Current, Sequence, LastTid) = (before.Ingested, before.Current, before.Sequence, before.LastTid);
    }

    private static bool IsSame(ProductState one, ProductState other) =>
        (one.Sequence, one.LastTid, one.Current, one.Ingested) == (other.Sequence, other.LastTid, other.Current, other.Ingested);
}
