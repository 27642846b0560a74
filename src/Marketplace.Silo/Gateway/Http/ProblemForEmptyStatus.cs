namespace Marketplace.Silo.Gateway.Http;

/// <summary>Gives the errors of routing (no such path, no such method) the form that all errors have.</summary>
internal static class ProblemForEmptyStatus
{
    public static void UseProblemForEmptyStatus(this IApplicationBuilder app) => app.Use(next => context =>
    {
        // A handler answers for itself; only what routing itself answers comes by here.
        var task = next(context);
        return context.Response.StatusCode is 404 or 405 && context.GetEndpoint()?.Metadata.GetMetadata<RouteEntry>() is null
            ? Answer(context, task)
            : task;
    });

    private static async Task Answer(HttpContext context, Task task)
    {
        await task;
        if (!context.Response.HasStarted && context.Response.ContentType is null)
        {
            await (context.Response.StatusCode == 405
                ? Problems.Write(context, 405, "method-not-allowed", $"This path takes {context.Response.Headers.Allow}.")
                : Problems.Write(context, 404, "no-such-path", "There is no such path; /openapi/v1.json lists them."));
        }
    }
}
