using Orleans;

namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/sellers`: a seller.</summary>
/// <param name="SellerId">Seller.</param>
/// <param name="Known">False where only orders, but no ingestion, made this seller.</param>
/// <param name="EntriesIssued">Order entries ever issued to it.</param>
/// <param name="EntriesOpen">Order entries on its dashboard now.</param>
[GenerateSerializer, Immutable]
public sealed record SellerExport(
    int SellerId,
    bool Known,
    int EntriesIssued,
    int EntriesOpen);
