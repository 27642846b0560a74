using System.Text;
using Marketplace.Silo.Tests.Gateway;
using Xunit;

namespace Marketplace.Silo.Tests.Fuzz;

public sealed class FuzzTests
{
    private const int Requests = 12_000;
    private const int Senders = 8;

    [Theory]
    [InlineData(1)]
    public async Task Bad_requests_get_4xx_and_change_nothing(int seed)
    {
        await using var silo = await RunningSilo.StartWithData();
        await silo.Add(1, Bodies.Item(1, 1));
        await silo.Add(2, Bodies.Item(2, 2));
        await silo.CheckOut(2, "1");
        var before = await silo.Dump();

        var source = new BadRequests(new Random(seed));
        var requests = Enumerable.Range(0, Requests).Select(_ => source.Next()).ToList();
        var next = -1;
        var failures = new List<string>();
        var kinds = new HashSet<string>();
        await Task.WhenAll(Enumerable.Range(0, Senders).Select(_ => Send()));

        Assert.Empty(failures);
        Assert.True(kinds.Count > 15, $"Only {kinds.Count} kinds of bad requests were sent.");
        Assert.Equal(before, await silo.Dump());
        await silo.Add(3, Bodies.Item(1, 1));

        async Task Send()
        {
            for (var i = Interlocked.Increment(ref next); i < Requests; i = Interlocked.Increment(ref next))
            {
                using var message = requests[i].ToMessage();
                var failure = await Failure(silo.Client, message);
                lock (failures)
                {
                    kinds.Add(requests[i].What);
                    if (failure is not null)
                        failures.Add($"Seed {seed}, request {i}: {failure}\n{requests[i]}");
                }
            }
        }
    }

    // What no client library sends.
    [Theory]
    [InlineData("nonsense\r\n\r\n")]
    [InlineData("GET /customer/1 HTTP/1.1\r\n\r\n")]
    [InlineData("GET /customer/\0 HTTP/1.1\r\nHost: x\r\n\r\n")]
    [InlineData("PATCH /cart/1/add HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n")]
    [InlineData("PATCH /cart/1/add HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}")]
    [InlineData("PATCH /cart/1/add HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")]
    [InlineData("PATCH /cart/1/add HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n{}")]
    public async Task Bytes_that_are_no_request_get_4xx(string bytes)
    {
        await using var silo = await RunningSilo.StartWithData();
        using var client = new System.Net.Sockets.TcpClient();
        await client.ConnectAsync("127.0.0.1", silo.Client.BaseAddress!.Port, TestContext.Current.CancellationToken);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.Latin1.GetBytes(bytes), TestContext.Current.CancellationToken);

        // To the end: after bytes like these the server closes the connection.
        using var reader = new StreamReader(stream);
        var answer = await reader.ReadToEndAsync(TestContext.Current.CancellationToken)
            .WaitAsync(TimeSpan.FromSeconds(30), TimeProvider.System, TestContext.Current.CancellationToken);
        Assert.StartsWith("HTTP/1.1 4", answer, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", answer, StringComparison.Ordinal);
    }

    private static async Task<string?> Failure(HttpClient client, HttpRequestMessage message)
    {
        try
        {
            using var answer = await client.SendAsync(message, TestContext.Current.CancellationToken);
            var text = await answer.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);
            if ((int)answer.StatusCode is < 400 or > 499)
                return $"status {(int)answer.StatusCode} {text}";

            return text.Contains("   at ", StringComparison.Ordinal) || text.Contains("Exception", StringComparison.Ordinal)
                ? "a stack trace: " + text
                : text.Length > 20_000 ? $"an answer of {text.Length} characters" : null;
        }
        catch (HttpRequestException exception) when (message.Content?.Headers.ContentLength > 1 << 20)
        {
            // The server closes the connection on a body that it will not read; the answer may be lost with it.
            return exception.InnerException is IOException ? null : exception.ToString();
        }
    }
}
