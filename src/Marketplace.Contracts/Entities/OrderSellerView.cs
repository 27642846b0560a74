using Orleans;

namespace Marketplace.Contracts.Entities;

/// <summary>The aggregate of a seller's ongoing order entries (paper section 3.3, seller dashboard).</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="CountOrders">Distinct orders, by customer and order id.</param>
/// <param name="CountItems">Entries.</param>
/// <param name="TotalAmount">Σ total amount.</param>
/// <param name="TotalFreight">Σ freight.</param>
/// <param name="TotalIncentive">Σ incentive (= items − amount).</param>
/// <param name="TotalInvoice">Σ total invoice.</param>
/// <param name="TotalItems">Σ total items.</param>
[GenerateSerializer, Immutable]
public sealed record OrderSellerView(
    int SellerId,
    int CountOrders,
    int CountItems,
    decimal TotalAmount,
    decimal TotalFreight,
    decimal TotalIncentive,
    decimal TotalInvoice,
    decimal TotalItems);
