using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Orleans;

namespace Marketplace.Grains.Cluster;

/// <summary>What a silo has given to each service.</summary>
/// <param name="Services">A record a service.</param>
[GenerateSerializer, Immutable]
public sealed record SiloPlacement(ImmutableArray<PlacementExport> Services);
