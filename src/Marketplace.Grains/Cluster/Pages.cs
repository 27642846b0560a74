using System.Collections.Immutable;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Grains.Cluster;

/// <summary>A place in the archive of a silo, between two records.</summary>
/// <param name="Resets">How often records had been dropped when the reading began; null at the beginning.</param>
/// <param name="InTransactions">Whether it is among the records of transactions, which follow the ingested ones.</param>
/// <param name="Offset">Bytes before it.</param>
[GenerateSerializer, Immutable]
public readonly record struct ArchivePosition(int? Resets, bool InTransactions, long Offset);

/// <summary>Some of the grains whose states a silo keeps.</summary>
/// <param name="Keys">Their keys.</param>
/// <param name="Last">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
public sealed record KeyPage(ImmutableArray<long> Keys, GrainId? Last);

/// <summary>Some of the records that a silo has archived.</summary>
/// <param name="Lines">One JSON record a line.</param>
/// <param name="Next">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
public sealed record LinePage(ReadOnlyMemory<byte> Lines, ArchivePosition? Next);
