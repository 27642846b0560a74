using Marketplace.Audit.Exports;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Facts;

/// <summary>Sums up what orders and entries say of each seller, and reads what the sellers say of themselves.</summary>
internal sealed class SellerLoader
{
    private readonly Dictionary<int, SellerFacts> _sellers = [];

    public IReadOnlyCollection<SellerFacts> Sellers => _sellers.Values;

    /// <summary>Adds the orders and entries of a customer.</summary>
    public void Add(CustomerFacts customer)
    {
        foreach (var order in customer.Orders.Values)
        {
            foreach (var entry in order.Entries)
                Of(entry.Details.SellerId).EntriesExported += entry.Entries.Length;
            foreach (var export in order.Exports.Where(export => !IsOver(export.Order)))
            {
                foreach (var items in export.Items.GroupBy(item => item.SellerId))
                    Of(items.Key).AddOpen(items);
            }
        }
    }

    /// <summary>Reads the sellers and their dashboards.</summary>
    public async Task Load(IFactSource facts, RunFacts run, CancellationToken cancellationToken)
    {
        await foreach (var export in facts.Read(Export.Sellers, Partition.All, cancellationToken))
        {
            Of(export.SellerId).Seller = export;
            run.Sellers += export.Known ? 1 : 0;
        }

        foreach (var seller in _sellers.Values)
        {
            // The entries are counted, not kept: a thousand dashboards of a long backlog would not fit in memory.
            var dashboard = await facts.Dashboard(seller.Id, cancellationToken);
            (seller.Dashboard, seller.DashboardEntries) = (dashboard?.SellerView, dashboard?.OrderEntries.Length ?? 0);
        }
    }

    private static bool IsOver(Order order) => order.Status is OrderStatus.Delivered or OrderStatus.PaymentFailed;

    private SellerFacts Of(int id)
    {
        if (!_sellers.TryGetValue(id, out var seller))
            _sellers.Add(id, seller = new SellerFacts(id));
        return seller;
    }
}
