using System.Globalization;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using Marketplace.Silo.Tests.Gateway;
using Xunit;

namespace Marketplace.Silo.Tests.Receipts;

/// <summary>Who collects receipts, and what becomes of them when its connection breaks.</summary>
public class CollectorTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 60_000)]
    public async Task Marks_are_kept_until_the_collector_says_that_it_has_them()
    {
        await using var silo = await ReceiptSilo.Start(null);
        var first = await Deliver(silo, "1", 0);
        var second = await Deliver(silo, "2", ReceiptSilo.Id(first));
        var all = await silo.Ask(wait: 0);
        Assert.Equal(["2"], all.Select(ReceiptSilo.Tid));
        Assert.Equal(ReceiptSilo.Id(first) + 1, ReceiptSilo.Id(second));
        Assert.Equal(["2"], (await silo.Ask(ReceiptSilo.Id(first), wait: 0)).Select(ReceiptSilo.Tid));
        Assert.Empty(await silo.Ask(ReceiptSilo.Id(second), wait: 0));
        Assert.Equal(0, silo.Accepted().Receipts.Uncollected);
        Assert.Equal("marks-gone", (string?)(await silo.Expect(410, HttpMethod.Get, $"/receipts?after={ReceiptSilo.Id(first)}"))!["type"]);
    }

    [Fact(Timeout = 60_000)]
    public async Task Without_a_cursor_each_receipt_is_handed_out_once()
    {
        await using var silo = await ReceiptSilo.Start(null);
        await silo.Expect(202, HttpMethod.Patch, "/shipment/1");
        Assert.Equal("1", ReceiptSilo.Tid(Assert.Single(await silo.Ask(null))));
        Assert.Empty(await silo.Ask(null, wait: 0));
    }

    [Theory]
    [InlineData("after=-1")]
    [InlineData("after=x")]
    [InlineData("after=9007199254740992")]
    [InlineData("wait=61")]
    [InlineData("wait=-1")]
    [InlineData("wait=NaN")]
    [InlineData("wait=")]
    public async Task A_wrong_question_is_refused(string query)
    {
        await using var silo = await ReceiptSilo.Start(null);
        await silo.Expect(400, HttpMethod.Get, $"/receipts?{query}");
    }

    [Fact(Timeout = 60_000)]
    public async Task A_collector_that_breaks_off_loses_nothing()
    {
        await using var silo = await ReceiptSilo.Start(null);
        var first = await Deliver(silo, "1", 0);
        using (var socket = await Connect(silo))
        {
            // It hangs up on a silo that waits for receipts, and on one that has sent some.
            await socket.SendAsync(Request($"/receipts?after={ReceiptSilo.Id(first)}&wait=30"), Cancellation);
        }

        await silo.Expect(202, HttpMethod.Patch, "/shipment/2");
        using (var socket = await Connect(silo))
        {
            await socket.SendAsync(Request($"/receipts?after={ReceiptSilo.Id(first)}&wait=30"), Cancellation);
            Assert.True(await socket.ReceiveAsync(new byte[10], Cancellation) > 0);
        }

        Assert.Equal(["2"], (await silo.Ask(ReceiptSilo.Id(first))).Select(ReceiptSilo.Tid));
    }

    [Fact(Timeout = 60_000)]
    public async Task Marks_come_as_events_too()
    {
        await using var silo = await ReceiptSilo.Start(null);
        using var answer = await Open(silo, null);
        Assert.Equal("text/event-stream", answer.Content.Headers.ContentType!.MediaType);
        using var reader = new StreamReader(await answer.Content.ReadAsStreamAsync(Cancellation));
        foreach (var tid in new[] { "1", "2", "3" })
        {
            await silo.Expect(202, HttpMethod.Patch, $"/shipment/{tid}");
            var (id, receipt) = await Next(reader);
            Assert.Equal((tid, id), (ReceiptSilo.Tid(receipt), ReceiptSilo.Id(receipt)));
        }

        // All of them were sent, and make room.
        while (silo.Accepted().Receipts.Uncollected > 0)
            await Task.Yield();
    }

    [Fact(Timeout = 60_000)]
    public async Task A_stream_that_breaks_goes_on_where_the_client_says_it_was()
    {
        await using var silo = await ReceiptSilo.Start(null);
        for (var tid = 1; tid <= 5; tid++)
            await Deliver(silo, $"{tid}", null);

        // Both are accepted at once: either may be done first.
        var (last, first) = (0L, "");
        using (var answer = await Open(silo, null))
        using (var reader = new StreamReader(await answer.Content.ReadAsStreamAsync(Cancellation)))
        {
            await silo.Expect(202, HttpMethod.Patch, "/shipment/6");
            await silo.Expect(202, HttpMethod.Patch, "/shipment/7");
            (last, var receipt) = await Next(reader);
            first = ReceiptSilo.Tid(receipt);
        }

        using (var answer = await Open(silo, last))
        using (var reader = new StreamReader(await answer.Content.ReadAsStreamAsync(Cancellation)))
        {
            Assert.Equal(["6", "7"], new[] { first, ReceiptSilo.Tid((await Next(reader)).Receipt) }.Order(StringComparer.Ordinal));
        }
    }

    [Fact(Timeout = 60_000)]
    public async Task A_stream_ends_when_the_silo_stops()
    {
        await using var silo = await ReceiptSilo.Start(null);
        using var answer = await Open(silo, null);
        using var reader = new StreamReader(await answer.Content.ReadAsStreamAsync(Cancellation));
        await silo.Expect(202, HttpMethod.Patch, "/shipment/1");
        await silo.App.StopAsync(Cancellation);
        Assert.Contains("\"tid\":\"1\"", await reader.ReadToEndAsync(Cancellation), StringComparison.Ordinal);
    }

    // Without a cursor it is collected at once.
    private static async Task<JsonNode> Deliver(RunningSilo silo, string tid, long? after)
    {
        await silo.Expect(202, HttpMethod.Patch, $"/shipment/{tid}");
        return Assert.Single(await silo.Ask(after));
    }

    private static async Task<HttpResponseMessage> Open(RunningSilo silo, long? last)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/receipts/stream");
        if (last is { } id)
            request.Headers.Add("Last-Event-ID", id.ToString(CultureInfo.InvariantCulture));

        var answer = await silo.Client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, Cancellation);
        Assert.Equal(200, (int)answer.StatusCode);
        return answer;
    }

    private static async Task<(long Id, JsonNode Receipt)> Next(StreamReader reader)
    {
        long id = 0;
        while (await reader.ReadLineAsync(Cancellation) is { } line)
        {
            if (line.StartsWith("id: ", StringComparison.Ordinal))
                id = long.Parse(line.AsSpan(4), CultureInfo.InvariantCulture);

            if (line.StartsWith("data: ", StringComparison.Ordinal))
                return (id, JsonNode.Parse(line[6..])!);
        }

        throw new InvalidOperationException("The stream has ended.");
    }

    private static async Task<Socket> Connect(RunningSilo silo)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync("127.0.0.1", silo.Client.BaseAddress!.Port, Cancellation);
        return socket;
    }

    private static byte[] Request(string path) => Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n");
}

/// <summary>The same on the local engine.</summary>
[OnEngine("local")]
public sealed class CollectorTestsOnLocal : CollectorTests;
