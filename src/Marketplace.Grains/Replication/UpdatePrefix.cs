using System.Collections.Immutable;
using Orleans;

namespace Marketplace.Grains.Replication;

/// <summary>The first updates of a seller, as what the last one of them left of each product: as many records as the seller has products.</summary>
/// <param name="Sequence">How many updates.</param>
/// <param name="Products">The products that they changed, by id.</param>
[GenerateSerializer, Immutable]
public sealed record UpdatePrefix(long Sequence, ImmutableDictionary<int, ProductReplica> Products)
{
    /// <summary>None.</summary>
    public static UpdatePrefix Empty { get; } = new(0, ImmutableDictionary<int, ProductReplica>.Empty);
}
