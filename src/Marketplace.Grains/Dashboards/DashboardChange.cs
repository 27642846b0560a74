using Marketplace.Contracts.Entities;
using Marketplace.Grains.Seller;

namespace Marketplace.Grains.Dashboards;

/// <summary>What happened to the ongoing entries of a seller: to those of one order, which always come and go together.</summary>
/// <param name="CustomerId">Customer of the order; 0 if it is no order that changed.</param>
/// <param name="OrderId">Order of the customer.</param>
/// <param name="Entries">The entries as they are now; none once they have left.</param>
internal sealed record DashboardChange(DashboardChangeKind Kind, int SellerId, int CustomerId, int OrderId, ImmutableArray<OrderEntry> Entries);

/// <summary>Makes the changes that lead from nothing to what a seller has.</summary>
internal static class SellerChanges
{
    public static IEnumerable<DashboardChange> Of(SellerOrders seller)
    {
        if (seller.Seller.Known)
            yield return new DashboardChange(DashboardChangeKind.Known, seller.Seller.SellerId, 0, 0, []);

        foreach (var order in seller.Open)
        {
            yield return new DashboardChange(
                DashboardChangeKind.Issued, seller.Seller.SellerId, order.Details.CustomerId, order.Details.OrderId, order.Entries);
        }
    }
}

/// <summary>What may happen to the ongoing entries of a seller.</summary>
internal enum DashboardChangeKind
{
    /// <summary>The seller is known from now on, so that it has a dashboard.</summary>
    Known,

    /// <summary>E5: the entries of an order are new.</summary>
    Issued,

    /// <summary>E6, E8, E9: they go on. Amounts stay what they are.</summary>
    Changed,

    /// <summary>The order is concluded, or its payment failed.</summary>
    Left,

    /// <summary>
    /// In a cluster: the seller has come to this silo. What its dashboard was is void, and what it is now follows: that it is known, and its orders.
    /// </summary>
    ShownAnew,
}
