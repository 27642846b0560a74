using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Marketplace.Driver.Tests.Support;

/// <summary>A target over real HTTP that remembers what it was asked and answers what a test wants.</summary>
internal sealed class StubMarketplace : IAsyncDisposable
{
    private readonly WebApplication _application;

    private StubMarketplace(WebApplication application) => _application = application;

    /// <summary>"METHOD /path" of every request, with ids replaced: "PATCH /cart/#/add".</summary>
    public ConcurrentDictionary<string, int> Seen { get; } = new();

    /// <summary>Items of the open cart of each customer; gateways of one system share them.</summary>
    public ConcurrentDictionary<string, int> Carts { get; init; } = new();

    /// <summary>Lines imported, by kind.</summary>
    public ConcurrentDictionary<string, int> Imported { get; } = new();

    /// <summary>Tids of checkouts, each must come once.</summary>
    public ConcurrentBag<string> Tids { get; } = [];

    /// <summary>Answers instead of the stub where it returns true.</summary>
    public Func<HttpContext, string, Task<bool>> Intercept { get; set; } = (_, _) => Task.FromResult(false);

    /// <summary>True for a silo that leaves: not ready, and every answer ends its connection.</summary>
    public bool IsLeaving { get; set; }

    /// <summary>How many requests a silo that leaves has served when it begins to say that it is not ready.</summary>
    public int ReadyUntil { get; set; }

    /// <summary>Requests of the load, those for readiness and metrics left out.</summary>
    public int Served => Seen.Sum(route => route.Key is "GET /healthz/ready" or "GET /metrics" ? 0 : route.Value);

    /// <summary>False for a public silo: no health, imports or exports.</summary>
    public bool IsOurs { get; set; } = true;

    public Uri Url { get; private set; } = null!;

    /// <param name="port">Port to listen on; 0 for any.</param>
    /// <param name="peer">Another gateway of the same system.</param>
    public static async Task<StubMarketplace> Start(int port = 0, StubMarketplace? peer = null)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls($"http://127.0.0.1:{port}");
        var application = builder.Build();
        var stub = new StubMarketplace(application) { Carts = peer?.Carts ?? new() };
        application.Run(stub.Handle);
        await application.StartAsync();
        stub.Url = new Uri(application.Urls.Single());
        return stub;
    }

    public int Count(string request) => Seen.GetValueOrDefault(request);

    /// <summary>Ends as a server does: what is in flight is answered first.</summary>
    public Task Stop() => _application.StopAsync();

    /// <summary>Ends without a word: what is in flight is lost.</summary>
    public Task Die() => _application.StopAsync(new CancellationToken(canceled: true));

    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync();
        await _application.DisposeAsync();
    }

    private async Task Handle(HttpContext context)
    {
        var steps = context.Request.Path.Value!.Split('/', StringSplitOptions.RemoveEmptyEntries);
        var route = $"{context.Request.Method} /{string.Join('/', steps.Select(step => step.Any(char.IsDigit) ? "#" : step))}";
        Seen.AddOrUpdate(route, 1, (_, count) => count + 1);
        if (IsLeaving)
        {
            context.Response.Headers.Connection = "close";
            if (route == "GET /healthz/ready")
            {
                context.Response.StatusCode = Served < ReadyUntil ? 200 : 503;
                return;
            }
        }

        if (await Intercept(context, route)) return;
        await Answer(context, route, steps);
    }

    private async Task Answer(HttpContext context, string route, string[] steps)
    {
        using var reader = new StreamReader(context.Request.Body);
        var body = await reader.ReadToEndAsync();
        switch (route)
        {
            case "PATCH /cart/#/add":
                Carts.AddOrUpdate(steps[1], 1, (_, count) => count + 1);
                break;
            case "PATCH /cart/#/seal":
                Carts.TryRemove(steps[1], out _);
                break;
            case "POST /cart/#/checkout":
                var tid = body[(body.LastIndexOf(":\"", StringComparison.Ordinal) + 2)..^2];
                Tids.Add(tid);
                context.Response.StatusCode = Carts.TryRemove(steps[1], out var items) ? 200 : 409;
                await Write(context, $$"""{"tid":"{{tid}}","outcome":"committed","orderId":{{items}},"totalInvoice":12.5}""");
                break;
            case "PATCH /product" or "PUT /product":
                context.Response.StatusCode = 202;
                await Write(context, """{"tid":"t","version":"0","sequence":7}""");
                break;
            case "PATCH /shipment/#":
                context.Response.StatusCode = 202;
                await Write(context, """{"tid":"t","sellers":2,"packages":3}""");
                break;
            case "GET /seller/dashboard/#":
                await Write(context, """{"seller_view":{"seller_id":1},"order_entries":[]}""");
                break;
            case "POST /customer" or "POST /seller" or "POST /product" or "POST /stock":
                Imported.AddOrUpdate(steps[0], 1, (_, count) => count + 1);
                break;
            case var _ when IsOurs && steps[0] == "import":
                var lines = body.Count(letter => letter == '\n');
                Imported[steps[1]] = lines;
                await Write(context, $$"""{"accepted":{{lines}},"rejected":0}""");
                break;
            case var _ when IsOurs && steps[0] == "audit":
                await Write(context, string.Concat(Enumerable.Repeat("{}\n", Imported.GetValueOrDefault(steps[1]))));
                break;
            case "PATCH /cleanup" or "PATCH /reset" or "GET /healthz/ready" when IsOurs:
                break;
            default:
                context.Response.StatusCode = 404;
                break;
        }
    }

    private static async Task Write(HttpContext context, string json)
    {
        context.Response.ContentType = "application/json";
        await context.Response.WriteAsync(json);
    }
}
