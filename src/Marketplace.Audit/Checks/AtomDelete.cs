namespace Marketplace.Audit.Checks;

/// <summary>atom.delete: a product delete took effect in Product and in Stock, or in neither.</summary>
internal sealed class AtomDelete(AuditHistory history) : Check, IProductCheck
{
    public override string Id => "atom.delete";
    public override string Criterion => "Atomicity";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "The last committed delete of a product gives the version that both Product and Stock have. A delete with unknown outcome is in "
        + "both services or in neither. An aborted delete is in neither.";

    public override string Level => Findings.Violations == 0 ? "all-or-nothing" : "none";

    public void Examine(ProductFacts product)
    {
        var deletes = product.Updates.Where(update => update.IsDelete).ToList();
        if (deletes.Count == 0)
            return;
        var (inProduct, inStock) = (product.Product?.Product.Version, product.Stock?.Item.Version);
        var owned = deletes.Exists(delete => Tid(delete) == inProduct);
        var replacedByUnknown = deletes.Exists(delete => Tid(delete) == inProduct && delete.Outcome.IsUnknown());
        var last = deletes.FindLast(delete => delete.Outcome == OutcomeClass.Committed);
        foreach (var delete in deletes)
        {
            Findings.Examine();
            var tid = Tid(delete);
            var (hasProduct, hasStock) = (tid == inProduct, tid == inStock);
            if ((hasProduct || hasStock) && delete.Outcome != OutcomeClass.Committed && !delete.Outcome.IsUnknown())
            {
                Findings.Violate($"{tid} ({delete.Outcome.Name()}): is the version of {product.Key} at "
                    + $"{(hasProduct ? "Product" : "Stock")}");
            }
            else if (hasProduct && !hasStock)
            {
                Findings.Violate($"{tid}: Product {product.Key} has this version, Stock has {inStock ?? "nothing"}");
            }
            else if (hasStock && !hasProduct && !owned)
            {
                Findings.Violate($"{tid}: Stock {product.Key} has this version, Product has {inProduct ?? "nothing"}");
            }
            else if (delete == last && !hasProduct && !hasStock && !replacedByUnknown)
            {
                Findings.Violate($"{tid}: committed and never replaced, but Product {product.Key} has version {inProduct ?? "nothing"}");
            }
        }
    }

    private string Tid(UpdateRow update) => RunNames.Tid(history.Run, update.Number);
}
