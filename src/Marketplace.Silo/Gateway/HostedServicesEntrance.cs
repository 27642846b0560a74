using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Gateway;

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
