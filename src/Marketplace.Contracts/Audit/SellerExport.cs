namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/sellers`: a seller.</summary>
/// <param name="Known">False where only orders, but no ingestion, made this seller.</param>
/// <param name="EntriesIssued">Order entries ever issued to it.</param>
/// <param name="EntriesOpen">Order entries on its dashboard now.</param>
[GenerateSerializer, Immutable]
public sealed record SellerExport(
    int SellerId,
    bool Known,
    int EntriesIssued,
    int EntriesOpen);

/// <summary>`/audit/customers`: a customer with its statistics.</summary>
/// <param name="Ingested">As it was ingested: the statistics that the run started from.</param>
[GenerateSerializer, Immutable]
public sealed record CustomerExport(
    Customer Customer,
    Customer Ingested);
