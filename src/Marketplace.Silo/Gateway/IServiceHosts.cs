using System.Collections.Immutable;

namespace Marketplace.Silo.Gateway;

/// <summary>What the silos of a cluster host that host different services.</summary>
internal interface IServiceHosts
{
    /// <summary>The services that no silo hosts now, as far as this silo knows.</summary>
    ImmutableArray<string> Missing { get; }
}
