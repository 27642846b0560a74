using System.Collections.Immutable;

namespace Marketplace.Silo.Gateway;

/// <summary>What the silos of a cluster host that host different services.</summary>
internal interface IServiceHosts
{
    /// <summary>The services that no silo hosts now, as far as this silo knows.</summary>
    ImmutableArray<string> Missing { get; }

    /// <summary>
    /// Whether all silos of the cluster know a host of each service. A request goes from silo to silo, so it is not enough that the first one does.
    /// </summary>
    /// <param name="cancellationToken">Ends the wait for the other silos.</param>
    /// <returns>Null if they do, else why not, in a sentence.</returns>
    ValueTask<string?> NotKnownToAll(CancellationToken cancellationToken);
}
