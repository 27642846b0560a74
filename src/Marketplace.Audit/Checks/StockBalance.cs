namespace Marketplace.Audit.Checks;

/// <summary>stock.balance: what left the stock is what was sold.</summary>
internal sealed class StockBalance : Check, IProductCheck
{
    public override string Id => "stock.balance";
    public override string Criterion => "Stock";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "Ingested + replenished − available equals the number of pieces in paid orders, and so does the growth of ytd. Reserved equals "
        + "the sum of the open reservations. The growth of order_count is at least the number of order lines.";

    public void Examine(ProductFacts product)
    {
        Findings.Examine();
        if (product.Stock is not { Item: var now, Ingested: var before } stock)
        {
            if (product.Lines > 0)
                Findings.Violate($"stock {product.Key} does not exist, but was ordered {product.Lines} times");
            return;
        }

        var problems = new List<string>();
        var left = (long)before.QtyAvailable + stock.Replenished - now.QtyAvailable;
        var open = before.QtyReserved + stock.OpenReservations.Sum(reservation => (long)reservation.Quantity);
        if (left != product.Sold)
            problems.Add($"{left} pieces left, {product.Sold} were sold");
        if (now.Ytd - before.Ytd != product.Sold)
            problems.Add($"ytd grew by {now.Ytd - before.Ytd}, {product.Sold} were sold");
        if (now.QtyReserved != open)
            problems.Add($"{now.QtyReserved} are reserved, open reservations hold {open}");
        if (now.OrderCount - before.OrderCount < product.Lines)
            problems.Add($"order_count grew by {now.OrderCount - before.OrderCount}, {product.Lines} lines were ordered");
        Findings.Violate($"stock {product.Key}", problems);
    }
}
