using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Entities;

namespace Marketplace.Audit.Facts;

/// <summary>What orders and entries say of one seller, summed up, and what the seller says of itself.</summary>
internal sealed class SellerFacts(int id)
{
    public int Id => id;

    /// <summary>What Seller exports; null if there is no such seller.</summary>
    public SellerExport? Seller { get; set; }

    /// <summary>The aggregate of the seller's dashboard at rest; null if it has none.</summary>
    public OrderSellerView? Dashboard { get; set; }

    /// <summary>Entries on the seller's dashboard at rest.</summary>
    public int DashboardEntries { get; set; }

    public long EntriesExported { get; set; }

    /// <summary>The fold of its items in open orders, as Order says: what the dashboard must show.</summary>
    public OrderSellerView Open { get; private set; } = new(id, 0, 0, 0, 0, 0, 0, 0);

    public void AddOpen(IEnumerable<OrderItem> items)
    {
        var open = Open with { CountOrders = Open.CountOrders + 1 };
        foreach (var item in items)
        {
            open = open with
            {
                CountItems = open.CountItems + 1,
                TotalAmount = open.TotalAmount + item.TotalAmount,
                TotalFreight = open.TotalFreight + item.FreightValue,
                TotalIncentive = open.TotalIncentive + item.Voucher,
                TotalInvoice = open.TotalInvoice + item.TotalAmount + item.FreightValue,
                TotalItems = open.TotalItems + item.TotalItems,
            };
        }

        Open = open;
    }
}
