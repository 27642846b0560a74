using Marketplace.Contracts.Events;
using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Seller;

/// <summary>What a seller should look at.</summary>
/// <param name="LowStock">Low-stock warnings, the newest first.</param>
[GenerateSerializer, Immutable]
internal sealed record SellerAlerts(ImmutableArray<LowStockWarning> LowStock);

/// <summary>A seller with its open orders.</summary>
/// <param name="Open">Its open orders.</param>
[GenerateSerializer, Immutable]
internal sealed record SellerOrders(SellerExport Seller, ImmutableArray<EntryExport> Open);

/// <summary>Why something of a seller is refused.</summary>
internal static class SellerRefusals
{
    /// <summary>It was not ingested.</summary>
    public static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-seller", "There is no such seller.");
}
