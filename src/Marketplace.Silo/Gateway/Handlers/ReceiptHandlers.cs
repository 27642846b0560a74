using System.Buffers;
using System.Collections.Immutable;
using System.Globalization;
using System.IO.Pipelines;
using System.Text;
using System.Text.Json;
using Marketplace.Contracts.Json;
using Marketplace.Contracts.Requests;
using Marketplace.Silo.Gateway.Http;
using Marketplace.Silo.Receipts;
using Marketplace.Silo.Settings;

namespace Marketplace.Silo.Gateway.Handlers;

/// <summary>
/// Hands out the receipts of transactions. A collector says up to which number it has received them (`after`); only then are they dropped, so
/// a connection that breaks loses none. Who says nothing gets each receipt once, and bears that risk.
/// </summary>
internal sealed class ReceiptHandlers(ReceiptedTransactions accepted, JsonAnswers answers, ReceiptSettings settings)
{
    private const string LastEventId = "Last-Event-ID";

    // What is between silo and client may close a connection on which nothing happens.
    private static readonly TimeSpan KeepAlive = TimeSpan.FromSeconds(15);

    private static readonly JsonWriterOptions Options = new() { SkipValidation = true };

    private readonly ReceiptQueue _receipts = accepted.Receipts;

    /// <summary>Answers where results are in the responses.</summary>
    public static Task None(HttpContext context) => throw new RequestException(
        404,
        "no-receipts",
        "The results of transactions are in their responses (setting Marketplace:Results), so there are none to collect.");

    public async Task Get(HttpContext context)
    {
        var cursor = Number(context.Request.Query["after"], "after");
        var wait = Wait(context.Request.Query);
        Acknowledge(cursor ?? 0);
        var receipts = await _receipts.Read(cursor ?? 0, wait, context.RequestAborted);
        await answers.Write(context, StatusCodes.Status200OK, receipts, RequestJson.Default.ImmutableArrayReceipt);
        if (cursor is null && receipts is [.., var last])
            _receipts.Sent(last.Id);
    }

    /// <remarks>Receipts that were sent make room at once, and are kept until it is needed: a client that reconnects names the last it got.</remarks>
    public async Task Stream(HttpContext context)
    {
        var position = Number(context.Request.Query["after"], "after") ?? Number(context.Request.Headers[LastEventId], LastEventId) ?? 0;
        Acknowledge(position);
        context.Response.ContentType = RequestBody.Events;
        context.Response.Headers.CacheControl = "no-store";
        var output = context.Response.BodyWriter;
        var cancelled = context.RequestAborted;

        // Who listens learns at once that it does.
        await Send(output, [], cancelled);
        while (true)
        {
            var receipts = await _receipts.Read(position, KeepAlive, cancelled);
            if (receipts.IsEmpty && _receipts.IsEnded)
                return;

            await Send(output, receipts, cancelled);
            if (receipts is [.., var last])
            {
                position = last.Id;
                _receipts.Sent(position);
            }
        }
    }

    private static async Task Send(PipeWriter output, ImmutableArray<Receipt> receipts, CancellationToken cancelled)
    {
        if (receipts.IsEmpty)
            output.Write(": nothing yet\n\n"u8);

        using (var json = new Utf8JsonWriter(output, Options))
        {
            foreach (var receipt in receipts)
            {
                Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"id: {receipt.Id}\ndata: "), output);
                JsonSerializer.Serialize(json, receipt, RequestJson.Default.Receipt);
                json.Flush();
                json.Reset();
                output.Write("\n\n"u8);
            }
        }

        var result = await output.FlushAsync(cancelled);
        cancelled.ThrowIfCancellationRequested();
        if (result.IsCompleted)
            throw new OperationCanceledException("The collector has gone.");
    }

    private static long? Number(string? text, string name)
    {
        if (text is null)
            return null;

        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : throw new InvalidInputException($"{name}: expected the number of a receipt, or 0.");
    }

    private TimeSpan Wait(IQueryCollection query)
    {
        if (!query.TryGetValue("wait", out var text))
            return settings.Wait;

        return double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var seconds)
            && seconds >= 0
            && seconds <= ReceiptSettings.LongestWait.TotalSeconds
                ? TimeSpan.FromSeconds(seconds)
                : throw new InvalidInputException(
                    $"wait: expected seconds, from 0 to {ReceiptSettings.LongestWait.TotalSeconds.ToString(CultureInfo.InvariantCulture)}.");
    }

    private void Acknowledge(long id)
    {
        switch (_receipts.Acknowledge(id))
        {
            case CursorProblem.Unknown:
                throw new InvalidInputException("after: this silo has handed out no receipt with that number.");
            case CursorProblem.Gone:
                throw new RequestException(
                    410,
                    "marks-gone",
                    "Receipts after that number are gone: dropped by a reset, or sent before and then displaced by others. Go on with after=0.");
        }
    }
}
