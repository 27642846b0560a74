using System.Text;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Metrics;

namespace Marketplace.Silo.Gateway;

/// <summary>What those who run a silo ask it: does it live, is it ready, what does it measure.</summary>
internal static class OperationalEndpoints
{
    /// <summary>Maps /healthz/live, /healthz/ready and /metrics.</summary>
    public static void MapOperations(this IEndpointRouteBuilder endpoints, Readiness readiness, MetricsExposition metrics)
    {
        Map("/healthz/live", "Live", "Whether the process answers.", context => Text(context, "text/plain", "live"));
        Map(
            "/healthz/ready",
            "Ready",
            "Whether the silo takes requests: not while it starts, is being reset, or stops, nor without its storage.",
            context => Ready(context, readiness));
        Map("/metrics", "Metrics", "Metrics in the text format of Prometheus.", context =>
            Text(context, MetricsExposition.ContentType, metrics.Write()));

        void Map(string pattern, string name, string summary, RequestDelegate handler) =>
            endpoints.MapMethods(pattern, ["GET"], handler)
                .WithMetadata(handler.Method, new ProducesResponseTypeMetadata(200, typeof(string), ["text/plain"]))
                .WithName(name)
                .WithSummary(summary)
                .WithTags("operation");
    }

    private static async Task Ready(HttpContext context, Readiness readiness)
    {
        if (await readiness.Check(context.RequestAborted) is { } reason)
            await Problems.Write(context, 503, "not-ready", reason);
        else
            await Text(context, "text/plain", "ready");
    }

    private static async Task Text(HttpContext context, string contentType, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        context.Response.ContentType = contentType;
        context.Response.ContentLength = bytes.Length;
        await context.Response.BodyWriter.WriteAsync(bytes, context.RequestAborted);
    }
}
