using System.Collections.Immutable;
using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Gateway;

/// <summary>What requests pass on their way to the services that they need.</summary>
internal interface IServiceEntrance
{
    /// <summary>Has the handler of a route run where and when its services allow it; other requests are refused.</summary>
    RequestDelegate Through(RouteEntry route, RequestDelegate handler);
}

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

/// <summary>Refuses requests, before anything is done, that need a service which no silo of the cluster hosts.</summary>
internal sealed class HostedServicesEntrance(IServiceHosts hosts) : IServiceEntrance
{
    public RequestDelegate Through(RouteEntry route, RequestDelegate handler) => async context =>
    {
        var missing = hosts.Missing;
        if (missing.IsEmpty || !route.Needs.Any(service => missing.Contains(service)))
        {
            await handler(context);
            return;
        }

        throw new RequestException(
            503,
            "service-missing",
            $"No silo of the cluster hosts {string.Join(", ", route.Needs.Where(service => missing.Contains(service)))} "
            + "(setting Marketplace:Services of the silos); nothing was done.");
    };
}
