using Orleans;

namespace Marketplace.Grains.Cluster;

/// <summary>A place in the archive of a silo, between two records.</summary>
/// <param name="Resets">How often records had been dropped when the reading began; null at the beginning.</param>
/// <param name="InTransactions">Whether it is among the records of transactions, which follow the ingested ones.</param>
/// <param name="Offset">Bytes before it.</param>
[GenerateSerializer, Immutable]
public readonly record struct ArchivePosition(int? Resets, bool InTransactions, long Offset);
