using Orleans;

namespace Marketplace.Grains.Cluster;

/// <summary>Who quiesces the silos of a cluster, a reset, a clean-up or a silo that leaves: while it lasts, none begins an operation.</summary>
/// <param name="Silo">The silo that runs it, as the engine names silos.</param>
/// <param name="Number">Tells it from others of that silo.</param>
[GenerateSerializer, Immutable]
public sealed record QuiesceToken(string Silo, long Number);
