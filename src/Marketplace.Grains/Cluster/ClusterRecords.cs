using Orleans.Runtime;

namespace Marketplace.Grains.Cluster;

/// <summary>Who quiesces the silos of a cluster, a reset, a clean-up or a silo that leaves: while it lasts, none begins an operation.</summary>
/// <param name="Silo">The silo that runs it, as the engine names silos.</param>
/// <param name="Number">Tells it from others of that silo.</param>
[GenerateSerializer, Immutable]
internal sealed record QuiesceToken(string Silo, long Number);

/// <summary>What a silo has given to each service.</summary>
/// <param name="Services">A record a service.</param>
[GenerateSerializer, Immutable]
internal sealed record SiloPlacement(ImmutableArray<PlacementExport> Services);

/// <summary>A place in the archive of a silo, between two records.</summary>
/// <param name="Resets">How often records had been dropped when the reading began; null at the beginning.</param>
/// <param name="InTransactions">Whether it is among the records of transactions, which follow the ingested ones.</param>
/// <param name="Offset">Bytes before it.</param>
[GenerateSerializer, Immutable]
internal readonly record struct ArchivePosition(int? Resets, bool InTransactions, long Offset);

/// <summary>Some of the grains whose states a silo keeps.</summary>
/// <param name="Last">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
internal sealed record KeyPage(ImmutableArray<long> Keys, GrainId? Last);

/// <summary>What a silo knows of the records of transactions in its cluster.</summary>
/// <param name="FileName">Where its own outlive it, in the folder of all; null if they don't.</param>
/// <param name="GoneSinceReset">The silos that are gone since the last reset; null if it was not there then.</param>
[GenerateSerializer, Immutable]
internal sealed record RecordInfo(string? FileName, ImmutableArray<string>? GoneSinceReset);

/// <summary>Some of what a silo has recorded of transactions.</summary>
/// <param name="Records">Each with its length before it, four bytes, the lowest first.</param>
/// <param name="Next">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
internal sealed record RecordPage(ReadOnlyMemory<byte> Records, long? Next);

/// <summary>The version of an object.</summary>
/// <param name="Kind">Number of its state in records.</param>
/// <param name="Key">Key of the grain.</param>
[GenerateSerializer, Immutable]
internal readonly record struct ObjectVersion(byte Kind, long Key, long Version);

/// <summary>Some of the versions in which a silo keeps objects.</summary>
/// <param name="Last">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
internal sealed record VersionPage(ImmutableArray<ObjectVersion> Versions, ObjectVersion? Last);

/// <summary>Some of the records that a silo has archived.</summary>
/// <param name="Lines">One JSON record a line.</param>
/// <param name="Next">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
internal sealed record LinePage(ReadOnlyMemory<byte> Lines, ArchivePosition? Next);
