using Orleans;

namespace Marketplace.Grains.Cluster;

/// <summary>Some of the records that a silo has archived.</summary>
/// <param name="Lines">One JSON record a line.</param>
/// <param name="Next">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
public sealed record LinePage(ReadOnlyMemory<byte> Lines, ArchivePosition? Next);
