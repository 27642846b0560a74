using Marketplace.Contracts.Entities;

namespace Marketplace.Simulation.Workload;

/// <summary>Whether the aggregate of a dashboard is that of its own entries.</summary>
internal static class Dashboards
{
    public static bool IsConsistent(SellerDashboard dashboard)
    {
        var (view, entries) = (dashboard.SellerView, dashboard.OrderEntries);
        return view.CountOrders == entries.Select(static entry => (entry.CustomerId, entry.OrderId)).Distinct().Count()
            && view.CountItems == entries.Length
            && view.TotalAmount == entries.Sum(static entry => entry.TotalAmount)
            && view.TotalFreight == entries.Sum(static entry => entry.FreightValue)
            && view.TotalIncentive == entries.Sum(static entry => entry.TotalIncentive)
            && view.TotalInvoice == entries.Sum(static entry => entry.TotalInvoice)
            && view.TotalItems == entries.Sum(static entry => entry.TotalItems);
    }
}
