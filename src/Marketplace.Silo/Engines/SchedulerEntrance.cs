using Marketplace.Engine.Turns.Scheduling;
using Marketplace.Silo.Gateway;
using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Engines;

/// <summary>Runs requests on the scheduler of the service that they are for, together with the turns of its grains.</summary>
internal sealed class SchedulerEntrance(SchedulerGroups groups) : IServiceEntrance
{
    public RequestDelegate Through(RouteEntry route, RequestDelegate handler) =>
        route.Service is { } service ? Through(service, handler) : handler;

    private RequestDelegate Through(string service, RequestDelegate handler) => async context =>
    {
        if (!await groups.Enter(service))
        {
            throw new RequestException(
                503,
                "overloaded",
                $"Too many requests wait for the service {service} (setting Marketplace:Placement:MaxWaiting); nothing was done, try again later.");
        }

        // Whoever gave up while waiting gets nothing done.
        if (!context.RequestAborted.IsCancellationRequested)
            await handler(context);
    };
}
