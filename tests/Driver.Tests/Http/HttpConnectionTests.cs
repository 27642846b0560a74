using System.Net;
using System.Net.Sockets;
using System.Text;
using Marketplace.Driver.Http;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Http;

public sealed class HttpConnectionTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\n";
    private const string Empty = $"{Ok}Content-Length: 0\r\n\r\n";
    private const string Chunked = $"{Ok}Transfer-Encoding: chunked\r\n\r\n";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static TheoryData<string, string[], int, string> Answers => new()
    {
        { "counted", ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"], 200, "hello" },
        { "byte by byte", [.. "HTTP/1.1 201 Created\r\ncontent-length:2\r\n\r\nok".Select(letter => letter.ToString())], 201, "ok" },
        { "no body", ["HTTP/1.1 204 No Content\r\n\r\n"], 204, "" },
        { "no reason", ["HTTP/1.1 202\r\nContent-Length: 0\r\n\r\n"], 202, "" },
        { "interim", ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n", $"{Ok}Content-Length: 1\r\n\r\nx"], 200, "x" },
        { "chunked", [Chunked, "3\r\nabc\r\n1", "0\r\n0123456789abcdef\r\n", "0\r\n\r\n"], 200, "abc0123456789abcdef" },
        { "chunked with trailer", [$"{Chunked}2;x=y\r\nab\r\n0\r\nA: b\r\n\r\n"], 200, "ab" },
        { "until close", ["HTTP/1.0 200 OK\r\n\r\nall", " there is", "CLOSE"], 200, "all there is" },
        { "closing", ["HTTP/1.1 503 Busy\r\nConnection: Close\r\nContent-Length: 4\r\n\r\nbusy"], 503, "busy" },
    };

    [Theory]
    [MemberData(nameof(Answers))]
    public async Task An_answer_is_read_and_the_connection_serves_the_next_request(string name, string[] answer, int status, string body)
    {
        Assert.NotEmpty(name);
        var closes = answer[^1] == "CLOSE" || status == 503;
        string[] first = closes && answer[^1] != "CLOSE" ? [.. answer, "CLOSE"] : answer;
        await using var server = new ScriptedServer(IPAddress.Loopback, first, ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext"]);
        using var client = await Client.Connect(server.Url, Patience, TimeProvider.System);

        var answered = await client.Send();
        Assert.Equal((status, HttpFailure.None), (answered.Status, answered.Failure));
        Assert.Equal(body, Encoding.Latin1.GetString(answered.Body.Span));

        answered = await client.Send();
        Assert.Equal("next", Encoding.Latin1.GetString(answered.Body.Span));
        Assert.Equal(closes ? 2 : 1, server.Connections);
    }

    [Fact]
    public async Task A_body_larger_than_the_buffer_is_read_whole()
    {
        var large = new string('x', 1_000_000);
        await using var server = new ScriptedServer(
            IPAddress.Loopback,
            [$"HTTP/1.1 200 OK\r\nContent-Length: {large.Length}\r\n\r\n", large],
            [$"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{large.Length:x}\r\n", large, "\r\n0\r\n\r\n"]);
        using var client = await Client.Connect(server.Url, Patience, TimeProvider.System);

        Assert.Equal(large.Length, (await client.Send()).Body.Length);
        Assert.Equal(large, Encoding.Latin1.GetString((await client.Send()).Body.Span));
    }

    [Theory]
    [InlineData("SMTP ready\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n")]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab")]
    public async Task Nonsense_is_a_lost_connection_and_not_an_exception(string answer)
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [answer, "CLOSE"], [Empty]);
        using var client = await Client.Connect(server.Url, Patience, TimeProvider.System);

        Assert.Equal(HttpFailure.ConnectionLost, (await client.Send()).Failure);
        Assert.Equal(200, (await client.Send()).Status);
    }

    [Fact]
    public async Task A_connection_lost_within_an_answer_is_not_repeated()
    {
        await using var server = new ScriptedServer(
            IPAddress.Loopback, [$"{Ok}Content-Length: 5\r\n\r\nhe", "CLOSE"], [Empty]);
        using var client = await Client.Connect(server.Url, Patience, TimeProvider.System);

        Assert.Equal(new HttpAnswer(0, HttpFailure.ConnectionLost, default), await client.Send());
        Assert.Single(server.Requests);
        Assert.Equal(200, (await client.Send()).Status);
    }

    [Fact]
    public async Task Silence_ends_with_a_time_out()
    {
        var time = new FakeTimeProvider();
        await using var server = new ScriptedServer(IPAddress.Loopback, ["SILENCE"]);
        using var client = await Client.Connect(server.Url, TimeSpan.FromSeconds(5), time);

        var sending = client.Send().AsTask();
        time.Advance(TimeSpan.FromSeconds(4));
        Assert.False(sending.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(HttpFailure.TimedOut, (await sending.WaitAsync(Patience, Cancellation)).Failure);
    }

    [Fact]
    public async Task Nobody_there_is_a_request_that_was_not_sent()
    {
        Uri url;
        await using (var server = new ScriptedServer(IPAddress.Loopback))
            url = server.Url;
        using var client = await Client.Connect(url, Patience, TimeProvider.System);

        Assert.Equal(HttpFailure.NotSent, (await client.Send()).Failure);
    }

    [Fact]
    public async Task A_host_name_that_resolves_to_several_addresses_reaches_the_one_that_listens()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Empty]);
        using var client = await Client.Connect(new Uri($"http://localhost:{server.Url.Port}"), Patience, TimeProvider.System);

        Assert.Equal(200, (await client.Send()).Status);
        Assert.Contains($"Host: localhost:{server.Url.Port}\r\n", server.Requests[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_request_is_well_formed()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Empty], [Empty]);
        using var client = await Client.Connect(new Uri(server.Url, "base/"), Patience, TimeProvider.System);

        client.Request.Begin("PATCH "u8, "/cart/"u8).Append(12).BeginBody().Append("{\"a\":"u8).Append(12.50m).Append("}"u8).EndBody();
        await client.Connection.Send(client.Request);
        client.Request.Begin("PATCH "u8, "/cart/1/seal"u8).EndWithoutBody();
        await client.Connection.Send(client.Request);

        var host = $"Host: 127.0.0.1:{server.Url.Port}\r\n";
        Assert.Equal(
            $"PATCH /base/cart/12 HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length:       11\r\n\r\n{{\"a\":12.50}}",
            server.Requests[0]);
        Assert.Equal($"PATCH /base/cart/1/seal HTTP/1.1\r\n{host}Content-Length: 0\r\n\r\n", server.Requests[1]);
    }

    [Fact]
    public async Task A_connection_that_was_reset_while_it_idled_costs_no_request()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Empty, "RESET"], [Empty]);
        var time = new FakeTimeProvider();
        using var client = await Client.Connect(server.Url, Patience, time);
        Assert.Equal(200, (await client.Send()).Status);
        await Wait.Until("the reset has arrived", () => server.Closed == 1);

        // By the clock no time has passed, so that nobody looks at the connection: the send itself fails.
        Assert.Equal(200, (await client.Send()).Status);
        Assert.Equal((2, 2), (server.Connections, server.Requests.Count));
    }

    [Fact]
    public async Task A_connection_that_was_closed_while_it_idled_costs_no_request()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Empty, "CLOSE"], [Empty]);
        var time = new FakeTimeProvider();
        using var client = await Client.Connect(server.Url, Patience, time, idle: TimeSpan.FromMilliseconds(5));
        Assert.Equal(200, (await client.Send()).Status);
        await Wait.Until("the connection is closed", () => server.Closed == 1);
        time.Advance(TimeSpan.FromMilliseconds(6));

        Assert.Equal(200, (await client.Send()).Status);
        Assert.Equal((2, 2), (server.Connections, server.Requests.Count));
    }

    [Fact]
    public async Task Who_cannot_be_connected_to_in_time_was_sent_nothing()
    {
        using var full = new Backlog();
        var time = new FakeTimeProvider();
        using var client = await Client.Connect(full.Url, Patience, time, connect: TimeSpan.FromSeconds(2));

        var sending = client.Send().AsTask();
        time.Advance(TimeSpan.FromSeconds(1));
        Assert.False(sending.IsCompleted);
        time.Advance(TimeSpan.FromSeconds(2));
        Assert.Equal(HttpFailure.NotSent, (await sending.WaitAsync(Patience, Cancellation)).Failure);
    }

    [Fact]
    public async Task A_worker_turns_to_another_target_and_a_request_is_readdressed()
    {
        await using var first = new ScriptedServer(IPAddress.Loopback, [Empty]);
        await using var second = new ScriptedServer(IPAddress.Loopback, [Empty], [Empty]);
        using var sweep = new TimeoutSweep(TimeProvider.System, Patience);
        var endpoint = await HttpEndpoint.Resolve(first.Url, Cancellation);
        using var exchange = new PooledExchange(new ConnectionPool(endpoint, sweep));
        var request = new RequestBuffer(endpoint);
        request.Begin("PATCH "u8, "/cart/"u8).Append(12).BeginBody().Append("{}"u8).EndBody();
        await exchange.Send(request);

        foreach (var path in new[] { "long/base/", "" })
        {
            endpoint = await HttpEndpoint.Resolve(new Uri(second.Url, path), Cancellation);
            exchange.MoveTo(new ConnectionPool(endpoint, sweep));
            request.Readdress(endpoint);
            Assert.Equal(200, (await exchange.Send(request)).Status);
        }

        string Expected(ScriptedServer server, string prefix) =>
            $"PATCH {prefix}/cart/12 HTTP/1.1\r\nHost: 127.0.0.1:{server.Url.Port}\r\n"
            + "Content-Type: application/json\r\nContent-Length:        2\r\n\r\n{}";
        Assert.Equal([Expected(first, "")], first.Requests);
        Assert.Equal([Expected(second, "/long/base"), Expected(second, "")], second.Requests);
    }

    private sealed class Client : IDisposable
    {
        private readonly TimeoutSweep _sweep;

        private Client(HttpEndpoint endpoint, TimeoutSweep sweep)
        {
            _sweep = sweep;
            Connection = new HttpConnection(endpoint, _sweep);
            Request = new RequestBuffer(endpoint);
        }

        public HttpConnection Connection { get; }
        public RequestBuffer Request { get; }

        public static async Task<Client> Connect(
            Uri url,
            TimeSpan timeout,
            TimeProvider time,
            TimeSpan? connect = null,
            TimeSpan? idle = null) =>
            new(await HttpEndpoint.Resolve(url, Cancellation), new TimeoutSweep(time, timeout, connect, idle));

        public ValueTask<HttpAnswer> Send() => Connection.Send(Request.Begin("GET "u8, "/"u8).EndWithoutBody());

        public void Dispose()
        {
            Connection.Dispose();
            _sweep.Dispose();
        }
    }

    /// <summary>A listener that accepts nobody, with a full queue: to connect takes for ever.</summary>
    private sealed class Backlog : IDisposable
    {
        private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        private readonly List<Socket> _waiting = [];

        public Backlog()
        {
            _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
            _listener.Listen(0);
            for (var i = 0; i < 8; i++)
            {
                var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
                _waiting.Add(socket);
                try
                {
                    socket.Connect(_listener.LocalEndPoint!);
                }
                catch (SocketException)
                {
                    // In progress.
                }
            }
        }

        public Uri Url => new($"http://{_listener.LocalEndPoint}");

        public void Dispose()
        {
            _listener.Dispose();
            foreach (var socket in _waiting)
                socket.Dispose();
        }
    }
}
