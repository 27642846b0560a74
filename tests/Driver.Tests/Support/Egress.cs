using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Threading.Channels;
using Microsoft.AspNetCore.Http;

namespace Marketplace.Driver.Tests.Support;

/// <summary>
/// Makes a stub acknowledge transactions at once, and hand out their receipts from GET /receipts, as often and in such forms as a test wants.
/// </summary>
internal sealed class Egress
{
    private readonly StubMarketplace _stub;
    private readonly Lock _gate = new();
    private readonly List<string> _receipts = [];
    private readonly Channel<bool> _arrived = Channel.CreateUnbounded<bool>();

    public Egress(StubMarketplace stub)
    {
        _stub = stub;
        stub.Intercept = Handle;
    }

    /// <summary>Receipts of a transaction: by default one that it committed. Told its tid and a receipt's members after the tid.</summary>
    public Func<string, string, IEnumerable<string>> ReceiptsOf { get; set; } = (tid, members) => [Receipt(tid, "committed", members)];

    /// <summary>Answers a transaction in place of 202, where it returns true.</summary>
    public Func<HttpContext, string, Task<bool>> Intercept { get; set; } = (_, _) => Task.FromResult(false);

    /// <summary>Answers a question for receipts in place of the stub, where it returns true.</summary>
    public Func<HttpContext, Task<bool>> OnReceipts { get; set; } = _ => Task.FromResult(false);

    /// <summary>Receipts that were acknowledged.</summary>
    public long Acknowledged { get; private set; }

    public static string Receipt(string tid, string outcome, string members = "") =>
        $$"""{"tid":"{{tid}}","type":0,"actorId":1,"status":0,"source":"x","outcome":"{{outcome}}"{{members}}}""";

    /// <summary>Adds a receipt.</summary>
    public void Add(string receipt)
    {
        lock (_gate)
            _receipts.Add(receipt);
        _arrived.Writer.TryWrite(true);
    }

    private async Task<bool> Handle(HttpContext context, string route)
    {
        if (route == "GET /receipts") return await OnReceipts(context) || await Receipts(context);
        if (Members(route) is not { } members) return false;
        if (await Intercept(context, route)) return true;
        using var reader = new StreamReader(context.Request.Body);
        var tid = Tid(context.Request.Path.Value!, await reader.ReadToEndAsync());
        if (route == "POST /cart/#/checkout")
        {
            _stub.Tids.Add(tid);
            _stub.Carts.TryRemove(context.Request.Path.Value!.Split('/')[2], out _);
        }

        // The receipt may be there before the acknowledgement.
        foreach (var receipt in ReceiptsOf(tid, members))
            Add(receipt);
        context.Response.StatusCode = 202;
        await context.Response.WriteAsync($$"""{"tid":"{{tid}}"}""");
        return true;
    }

    private static string? Members(string route) => route switch
    {
        "POST /cart/#/checkout" => ""","orderId":1,"invoiceNumber":"1","countItems":1,"totalInvoice":12.5""",
        "PATCH /product" or "PUT /product" => ""","version":"0","sequence":7""",
        "PATCH /shipment/#" => ""","sellers":2,"packages":3""",
        _ => null,
    };

    // A version of a product looks like a tid too; the replacement's is the tid.
    private static string Tid(string path, string body)
    {
        if (path.StartsWith("/shipment/", StringComparison.Ordinal)) return path["/shipment/".Length..];
        using var json = JsonDocument.Parse(body);
        return json.RootElement.TryGetProperty("instanceId", out var tid)
            ? tid.GetString()!
            : json.RootElement.GetProperty("version").GetString()!;
    }

    private async Task<bool> Receipts(HttpContext context)
    {
        var after = long.Parse(context.Request.Query["after"]!, CultureInfo.InvariantCulture);
        var wait = TimeSpan.FromSeconds(double.Parse(context.Request.Query["wait"]!, CultureInfo.InvariantCulture));
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        if (wait > TimeSpan.Zero) patience.CancelAfter(wait);
        string? answer;
        while ((answer = Take(after)) is null && wait > TimeSpan.Zero)
        {
            try
            {
                await _arrived.Reader.ReadAsync(patience.Token);
            }
            catch (OperationCanceledException)
            {
                break;
            }
        }

        await context.Response.WriteAsync(answer ?? "[]");
        return true;
    }

    private string? Take(long after)
    {
        lock (_gate)
        {
            Acknowledged = Math.Max(Acknowledged, after);
            if (_receipts.Count <= after) return null;
            var text = new StringBuilder("[");
            for (var i = (int)after; i < _receipts.Count; i++)
                text.Append(i > after ? "," : "").Append(CultureInfo.InvariantCulture, $$"""{"id":{{i + 1}},""").Append(_receipts[i].AsSpan(1));
            return text.Append(']').ToString();
        }
    }
}
