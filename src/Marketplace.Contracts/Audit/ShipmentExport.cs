namespace Marketplace.Contracts.Audit;

/// <summary>`/audit/shipments`: a shipment with its packages. Pre-populated ones have an empty tid.</summary>
/// <param name="Tid">Transaction.</param>
/// <param name="Partition">Partition that holds it.</param>
[GenerateSerializer, Immutable]
public sealed record ShipmentExport(
    string Tid,
    int Partition,
    Shipment Shipment,
    ImmutableArray<Package> Packages);
