using System.Globalization;
using Marketplace.Contracts.Json;
using Marketplace.Grains;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Hosting;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>Ingestion of single entities, audit exports, reset and clean-up.</summary>
internal sealed class DataHandlers(Entry entry, RequestBody body, TimeProvider time, ILogger<DataHandlers> logger)
{
    public RequestDelegate Add<T>(BodyParser<T> parse, Func<T, Task> add, int status) => async context =>
    {
        await add(await body.Read(context, parse));
        context.Response.StatusCode = status;
    };

    public async Task Export(HttpContext context)
    {
        var name = (string)context.Request.RouteValues["name"]!;
        if (!entry.ExportNames.Contains(name))
            throw new RequestException(404, "no-such-export", $"There is no such export, but {string.Join(", ", entry.ExportNames)}.");

        var filter = Filter(context.Request.Query);
        context.Response.ContentType = RequestBody.Lines;
        await entry.Export(name, filter, context.Response.BodyWriter, context.RequestAborted);
    }

    // Neither may stop half-way because a client went away.
    public async Task Reset(HttpContext context)
    {
        var started = time.GetTimestamp();
        await entry.Reset(CancellationToken.None);
        logger.ResetDone((long)time.GetElapsedTime(started).TotalMilliseconds);
    }

    public async Task Cleanup(HttpContext context)
    {
        var started = time.GetTimestamp();
        await entry.Cleanup(CancellationToken.None);
        logger.CleanupDone((long)time.GetElapsedTime(started).TotalMilliseconds);
    }

    private static KeyFilter Filter(IQueryCollection query)
    {
        if (!query.ContainsKey("partition") && !query.ContainsKey("of"))
            return KeyFilter.All;

        return TryNumber(query["partition"], out var partition) && TryNumber(query["of"], out var of) && partition < of
            ? new KeyFilter(partition, of)
            : throw new InvalidInputException("partition, of: expected two whole numbers, 0 ≤ partition < of.");
    }

    private static bool TryNumber(string? text, out int number) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number);
}
