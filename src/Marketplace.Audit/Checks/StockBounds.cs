namespace Marketplace.Audit.Checks;

/// <summary>stock.bounds: no overselling, at any time (S#3).</summary>
internal sealed class StockBounds : Check, IProductCheck
{
    public override string Id => "stock.bounds";
    public override string Criterion => "S#3";
    public override CheckScope Scope => CheckScope.Service;
    public override string Statement => "0 ≤ reserved ≤ available, in every version of every stock item.";

    public void Examine(ProductFacts product)
    {
        if (product.Stock is not { } stock)
            return;
        Findings.Examine();
        var problems = new List<string>();
        if (stock.Item.QtyReserved < 0 || stock.Item.QtyReserved > stock.Item.QtyAvailable)
            problems.Add($"{stock.Item.QtyReserved} reserved of {stock.Item.QtyAvailable} available");
        if (stock.ReservedMin < 0)
            problems.Add($"reserved was once {stock.ReservedMin}");
        if (stock.SlackMin < 0)
            problems.Add($"reserved once exceeded available by {-stock.SlackMin}");
        Findings.Violate($"stock {product.Key}", problems);
    }
}
