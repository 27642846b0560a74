using Orleans;

namespace Marketplace.Grains.Cluster;

/// <summary>A reset or clean-up that holds the silos of its cluster: while it lasts, none begins an operation.</summary>
/// <param name="Silo">The silo that runs it, as the engine names silos.</param>
/// <param name="Number">Tells it from others of that silo.</param>
[GenerateSerializer, Immutable]
public sealed record Hold(string Silo, long Number);
