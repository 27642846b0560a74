namespace Marketplace.Audit.Checks;

/// <summary>stock.reference: stock references an existing product (S#1).</summary>
internal sealed class StockReference(AuditHistory history) : Check, IProductCheck
{
    private long _dangling;

    public override string Id => "stock.reference";
    public override string Criterion => "S#1";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "Every active stock item names an active product of the same version. Level consistent: no order holds a version whose "
        + "replacement was acknowledged before the checkout was sent.";

    public override string Level => _dangling > 0 ? Violated : Findings.Violations > 0 ? "available" : "consistent";

    public void Examine(ProductFacts product)
    {
        Findings.Examine();
        var (item, entity) = (product.Stock?.Item, product.Product?.Product);
        if (item is { Active: true } && (entity is not { Active: true } || entity.Version != item.Version))
        {
            _dangling++;
            Findings.Violate($"stock {product.Key} has version {item.Version}, the product "
                + (entity is null ? "does not exist" : entity.Active ? $"has version {entity.Version}" : "is deleted"));
        }
    }

    /// <summary>Looks at order lines together with the deletes that ended their versions.</summary>
    /// <param name="uses">By product and version, a delete before the order lines.</param>
    public void Examine(IEnumerable<VersionUseRow> uses)
    {
        VersionUseRow? ended = null;
        foreach (var use in uses)
        {
            if (use.IsDelete)
            {
                if (ended is not { } other || (other.Product, other.Version) != (use.Product, use.Version))
                    ended = use;
                continue;
            }

            Findings.Examine();
            if (ended is { } end && (end.Product, end.Version) == (use.Product, use.Version) && end.Tick < use.Tick)
            {
                Findings.Violate($"{RunNames.Tid(history.Run, use.Number)}: ordered version "
                    + $"{RunNames.Version(history.Run, use.Version)} of "
                    + $"product {use.Product}, which {RunNames.Tid(history.Run, end.Number)} had replaced before");
            }
        }
    }

    /// <summary>The order in which the uses are looked at: the first acknowledged delete of a version before all else.</summary>
    public static int Compare(VersionUseRow a, VersionUseRow b) =>
        a.Product != b.Product ? a.Product.CompareTo(b.Product)
        : a.Version != b.Version ? a.Version.CompareTo(b.Version)
        : a.IsDelete != b.IsDelete ? b.IsDelete.CompareTo(a.IsDelete)
        : a.Tick.CompareTo(b.Tick);
}
