namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/products`: a product with the length of its chain of updates.</summary>
/// <param name="Product">Final state.</param>
/// <param name="Ingested">As it was ingested.</param>
/// <param name="Sequence">Updates that it has had.</param>
/// <param name="LastTid">Transaction of the last update; empty where there was none.</param>
[GenerateSerializer, Immutable]
public sealed record ProductExport(
    Product Product,
    Product Ingested,
    int Sequence,
    string LastTid);
