using Marketplace.Audit.History;

namespace Marketplace.Driver.Workload;

/// <summary>A <see cref="SentItem"/> as the load path holds it: with the version as a number, so that nothing is allocated.</summary>
/// <param name="Version">Number of the version (<see cref="RunNames"/>).</param>
internal readonly record struct ItemRecord(
    int SellerId,
    int ProductId,
    long Version,
    decimal UnitPrice,
    decimal FreightValue,
    decimal Voucher,
    int Quantity);
