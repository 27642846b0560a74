using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Marketplace.EndToEnd.Mutants;

/// <summary>Every third checkout and Update Delivery is answered 503, as if it had been aborted, and nobody has aborted it.</summary>
internal sealed class NeedlessUnavailability : IStartupFilter
{
    private int _requests;

    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.Use((context, rest) => IsTransaction(context.Request.Path) && Interlocked.Increment(ref _requests) % 3 == 0
            ? Refuse(context)
            : rest(context));
        next(app);
    };

    private static bool IsTransaction(PathString path) =>
        path.StartsWithSegments("/shipment") || path.Value!.EndsWith("/checkout", StringComparison.Ordinal);

    private static Task Refuse(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
        return context.Response.WriteAsJsonAsync(new { type = "aborted" });
    }
}
