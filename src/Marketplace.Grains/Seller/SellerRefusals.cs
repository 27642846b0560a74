using Marketplace.Contracts.Requests;

namespace Marketplace.Grains.Seller;

/// <summary>Why something of a seller is refused.</summary>
internal static class SellerRefusals
{
    /// <summary>It was not ingested.</summary>
    public static readonly Refusal Unknown = new(RefusalKind.NotFound, "unknown-seller", "There is no such seller.");
}
