using System.Collections.Immutable;
using Orleans;
using Orleans.Runtime;

namespace Marketplace.Grains.Cluster;

/// <summary>Some of the grains whose states a silo keeps.</summary>
/// <param name="Keys">Their keys.</param>
/// <param name="Last">Where to go on; null if these were the last.</param>
[GenerateSerializer, Immutable]
public sealed record KeyPage(ImmutableArray<long> Keys, GrainId? Last);
