using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Checks;

/// <summary>dash.final: at rest a dashboard shows the open orders.</summary>
internal sealed class DashFinal : Check, ISellerCheck
{
    public override string Id => "dash.final";
    public override string Criterion => "Dashboard snapshot";
    public override CheckScope Scope => CheckScope.Services;

    public override string Statement =>
        "After the drain, the dashboard of every seller is what its items in the orders that are neither delivered nor failed sum up "
        + "to.";

    public void Examine(SellerFacts seller)
    {
        Findings.Examine();
        var open = seller.Open;
        var problems = new List<string>();
        if ((seller.Seller?.EntriesOpen ?? 0) != open.CountItems)
            problems.Add($"Seller counts {seller.Seller?.EntriesOpen ?? 0} open entries, open orders have {open.CountItems}");
        if (seller.Dashboard is { } dashboard)
        {
            if (dashboard with { SellerId = open.SellerId } != open)
                problems.Add($"the aggregate is {Text(dashboard)}, open orders are {Text(open)}");
            if (seller.DashboardEntries != open.CountItems)
                problems.Add($"it shows {seller.DashboardEntries} entries, open orders have {open.CountItems}");
        }
        else if (open.CountItems > 0)
        {
            problems.Add($"it has no dashboard, open orders have {open.CountItems} of its items");
        }

        Findings.Violate($"seller {seller.Id}", problems);
    }

    private static string Text(OrderSellerView view) =>
        $"{view.CountOrders} orders, {view.CountItems} items, {view.TotalItems} − {view.TotalIncentive} = {view.TotalAmount}, "
        + $"+ {view.TotalFreight} = {view.TotalInvoice}";
}
