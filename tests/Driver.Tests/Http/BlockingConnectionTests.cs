using System.Net;
using System.Text;
using Marketplace.Driver.Http;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Http;

/// <summary>A connection that holds the thread of its caller: what it returns is done.</summary>
public sealed class BlockingConnectionTests
{
    private const string Empty = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";

    [Theory]
    [InlineData("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "hello")]
    [InlineData("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "5\r\nhello\r\n", "0\r\n\r\n")]
    public async Task An_answer_is_there_when_the_call_returns(params string[] answer)
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, answer, [Empty]);
        using var sweep = new TimeoutSweep(TimeProvider.System, TimeSpan.FromSeconds(30));
        var endpoint = await HttpEndpoint.Resolve(server.Url, TestContext.Current.CancellationToken);
        using var connection = new HttpConnection(endpoint, sweep, isBlocking: true);
        var request = new RequestBuffer(endpoint);
        var found = Done(connection.Send(Get(request)));
        Assert.Equal((200, "hello"), (found.Status, Encoding.ASCII.GetString(found.Body.Span)));
        Assert.Equal(200, Done(connection.Send(Get(request))).Status);
        Assert.Equal(1, server.Connections);
    }

    [Fact]
    public async Task Silence_ends_with_a_time_out()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, ["SILENCE"]);
        using var sweep = new TimeoutSweep(TimeProvider.System, TimeSpan.FromMilliseconds(100));
        var endpoint = await HttpEndpoint.Resolve(server.Url, TestContext.Current.CancellationToken);
        using var connection = new HttpConnection(endpoint, sweep, isBlocking: true);
        Assert.Equal(HttpFailure.TimedOut, Done(connection.Send(Get(new RequestBuffer(endpoint)))).Failure);
    }

    [Fact]
    public async Task A_connection_that_is_lost_is_told_and_made_again()
    {
        await using var server = new ScriptedServer(
            IPAddress.Loopback, ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe", "CLOSE"], [Empty, "RESET"], [Empty]);
        var time = new FakeTimeProvider();
        using var sweep = new TimeoutSweep(time, TimeSpan.FromSeconds(30));
        var endpoint = await HttpEndpoint.Resolve(server.Url, TestContext.Current.CancellationToken);
        using var connection = new HttpConnection(endpoint, sweep, isBlocking: true);
        var request = new RequestBuffer(endpoint);
        Assert.Equal(HttpFailure.ConnectionLost, Done(connection.Send(Get(request))).Failure);
        Assert.Equal(200, Done(connection.Send(Get(request))).Status);

        // Nobody looks at the connection, as by the clock no time has passed: the send itself fails, and is made again.
        await Wait.Until("the reset has arrived", () => server.Closed == 2);
        Assert.Equal(200, Done(connection.Send(Get(request))).Status);
    }

    [Fact]
    public async Task Nobody_there_is_a_request_that_was_not_sent()
    {
        Uri url;
        await using (var server = new ScriptedServer(IPAddress.Loopback))
            url = server.Url;
        using var sweep = new TimeoutSweep(TimeProvider.System, TimeSpan.FromSeconds(30));
        var endpoint = await HttpEndpoint.Resolve(url, TestContext.Current.CancellationToken);
        using var connection = new HttpConnection(endpoint, sweep, isBlocking: true);
        Assert.Equal(HttpFailure.NotSent, Done(connection.Send(Get(new RequestBuffer(endpoint)))).Failure);
    }

    private static RequestBuffer Get(RequestBuffer request) => request.Begin("GET "u8, "/"u8).EndWithoutBody();

    private static HttpAnswer Done(ValueTask<HttpAnswer> sending)
    {
        Assert.True(sending.IsCompleted);
        return sending.GetAwaiter().GetResult();
    }
}
