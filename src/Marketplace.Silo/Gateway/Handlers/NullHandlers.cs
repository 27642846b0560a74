using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Contracts.Entities;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>
/// The preset `null`: reads a request to its end and answers at once, with a body of the right form. It is a yardstick: the most that
/// HTTP and a driver can do. It holds nothing, so every read says 404 and every export is empty.
/// </summary>
internal sealed class NullHandlers : IHandlers
{
    private static readonly FrozenDictionary<Type, byte[]> Bodies = new Dictionary<Type, byte[]>
    {
        [typeof(CheckoutAnswer)] = Bytes(
            new CheckoutAnswer("", CheckoutOutcome.Committed, 1, "", 0, 0m), RequestJson.Default.CheckoutAnswer),
        [typeof(UpdateAnswer)] = Bytes(new UpdateAnswer("", "0", 1), RequestJson.Default.UpdateAnswer),
        [typeof(DeliveryAnswer)] = Bytes(new DeliveryAnswer("", 0, 0), RequestJson.Default.DeliveryAnswer),
        [typeof(SellerDashboard)] = Bytes(
            new SellerDashboard(new OrderSellerView(1, 0, 0, 0m, 0m, 0m, 0m, 0m), []), EntityJson.Default.SellerDashboard),
        [typeof(ImmutableArray<CartItem>)] = "[]"u8.ToArray(),
    }.ToFrozenDictionary();

    public bool IsOpen => true;

    public RequestDelegate For(RouteEntry route) => route switch
    {
        { Response: null, Events: false } => context => Answer(context, route.Success, null),
        { Response: { } type } when type == typeof(ImportAnswer) => Import,
        { Response: { } type } when Bodies.TryGetValue(type, out var body) => context => Answer(context, route.Success, body),
        _ => static context => Problems.Write(context, 404, "nothing-here", "The preset null holds nothing."),
    };

    private static async Task Answer(HttpContext context, int status, byte[]? json)
    {
        await Drain(context, lines: false);
        if (json is null)
            context.Response.StatusCode = status;
        else
            await JsonAnswers.Send(context, status, json);
    }

    private static async Task Import(HttpContext context)
    {
        RequestBody.AllowAnyLength(context);
        var lines = await Drain(context, lines: true);
        await JsonAnswers.Send(context, 200, Bytes(new ImportAnswer(lines, 0), RequestJson.Default.ImportAnswer));
    }

    // Reads the body to its end; how many line feeds it had.
    private static async ValueTask<long> Drain(HttpContext context, bool lines)
    {
        var reader = context.Request.BodyReader;
        long count = 0;
        while (true)
        {
            var result = await reader.ReadAsync(context.RequestAborted);
            if (lines)
            {
                foreach (var segment in result.Buffer)
                    count += segment.Span.Count((byte)'\n');
            }

            reader.AdvanceTo(result.Buffer.End);
            if (result.IsCompleted)
                return count;
        }
    }

    private static byte[] Bytes<T>(T value, JsonTypeInfo<T> typeInfo) => JsonSerializer.SerializeToUtf8Bytes(value, typeInfo);
}
