using System.Net;
using Marketplace.Driver.Http;
using Marketplace.Driver.Load.Targets;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Microsoft.Extensions.Time.Testing;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class ReadinessWatchTests
{
    private const string Ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private const string Busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";
    private const string Unknown = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(500);

    private readonly FakeTimeProvider _time = new();

    [Fact]
    public async Task Each_target_is_asked_twice_a_second_over_one_connection()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Ok], [Busy], [Unknown], [Busy], ["SILENCE"]);
        var set = await Set(server.Url);
        await using (await ReadinessWatch.Start(set, _time))
        {
            Assert.Empty(set.Changes(0));
            for (var changes = 1; changes <= 3; changes++)
            {
                _time.Advance(Period);
                await Wait.Until($"{changes} changes", () => set.Changes(0).Length == changes);
            }

            ReadinessChange[] expected = [new(0.5, false), new(1, true), new(1.5, false)];
            Assert.Equal(expected, set.Changes(0));
            _time.Advance(Period);
            await Wait.Until("a fifth request", () => server.Requests.Count == 5);
        }

        Assert.Equal(1, server.Connections);
        Assert.All(server.Requests, request => Assert.StartsWith("GET /healthz/ready HTTP/1.1\r\n", request, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Who_is_silent_for_two_seconds_is_not_ready()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Ok], ["SILENCE"]);
        var set = await Set(server.Url);
        await using var watch = await ReadinessWatch.Start(set, _time);

        _time.Advance(Period);
        await Wait.Until("a second request", () => server.Requests.Count == 2);
        _time.Advance(TimeSpan.FromSeconds(1.9));
        Assert.Empty(set.Changes(0));
        _time.Advance(TimeSpan.FromSeconds(0.5));
        await Wait.Until("the end of its patience", () => set.Changes(0).Length == 1);
        Assert.False(set.Changes(0)[0].IsReady);
    }

    [Fact]
    public async Task Who_is_not_there_is_not_ready_and_who_has_no_address_yet_is_looked_up_again()
    {
        await using var server = new ScriptedServer(IPAddress.Loopback, [Ok]);
        var set = await Set(server.Url, isResolved: false);
        await using var watch = await ReadinessWatch.Start(set, _time);
        Assert.False(Assert.Single(set.Changes(0)).IsReady);
        Assert.False(Assert.Single(set.Changes(1)).IsReady);

        _time.Advance(Period);
        await Wait.Until("the first target is found", () => set.Changes(0).Length == 2);
        Assert.Single(set.Changes(1));
    }

    private async Task<TargetSet> Set(Uri url, bool isResolved = true)
    {
        Uri gone;
        await using (var server = new ScriptedServer(IPAddress.Loopback))
            gone = server.Url;
        var first = new HttpEndpoint(url);
        if (isResolved) await first.Refresh(TestContext.Current.CancellationToken);
        return new TargetSet([first, new HttpEndpoint(gone)], workers: 4, _time);
    }
}
