using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Handlers;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Metrics;

namespace Marketplace.Silo.Gateway;

/// <summary>Puts the handlers behind their routes.</summary>
internal static class GatewayEndpoints
{
    /// <param name="entrance">What requests pass on their way to the services; null if nothing.</param>
    public static void MapGateway(
        this IEndpointRouteBuilder endpoints,
        IHandlers handlers,
        IServiceEntrance? entrance,
        GatewayMetrics metrics,
        ILogger logger)
    {
        foreach (var route in RouteTable.All)
        {
            var handler = handlers.For(route);
            if (entrance is not null)
                handler = entrance.Through(route, handler);

            var guarded = new GuardedHandler(route.Name, handler, metrics, logger);
            RequestDelegate invoke = guarded.Invoke;
            var endpoint = endpoints.MapMethods(route.Pattern, route.Methods, invoke);

            // What follows is for the OpenAPI document alone: a RequestDelegate tells it nothing.
            endpoint.WithMetadata(route, invoke.Method).WithTags(route.Pattern.Split('/')[1]);
            var (type, contentTypes) = Answer(route);
            endpoint.WithMetadata(new ProducesResponseTypeMetadata(route.Success, type, contentTypes));
            if (route is { WithReceipt: not null, Success: StatusCodes.Status200OK, Request: not null })
                endpoint.WithMetadata(new ProducesResponseTypeMetadata(202, typeof(AcceptedAnswer), [RequestBody.Json]));

            foreach (var status in route.Failures.Add(503).Add(504))
                endpoint.ProducesProblem(status);
        }
    }

    private static (Type? Type, string[] ContentTypes) Answer(RouteEntry route) => route switch
    {
        { Events: true } => (typeof(string), [RequestBody.Events]),
        { Response: { } type } => (type, [RequestBody.Json]),
        { Lines: true } => (typeof(string), [RequestBody.Lines]),
        _ => (null, []),
    };
}
