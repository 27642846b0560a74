using System.Net.Sockets;
using Marketplace.Driver.Http;

namespace Marketplace.Driver.Load.Targets;

/// <summary>
/// Asks each target twice a second whether it is ready, over one connection a target. A public silo knows no readiness, so any answer but
/// 503 counts as ready (docs/scenarios.md).
/// </summary>
internal sealed class ReadinessWatch : IAsyncDisposable
{
    private const int NotReady = 503;
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private readonly TargetSet _targets;
    private readonly TimeProvider _time;
    private readonly TimeoutSweep _sweep;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _all;

    private ReadinessWatch(TargetSet targets, TimeProvider time, TaskCompletionSource known)
    {
        (_targets, _time) = (targets, time);
        _sweep = new TimeoutSweep(time, Patience, idle: TimeSpan.Zero);
        var unknown = targets.Endpoints.Length;
        _all = Task.WhenAll(targets.Endpoints.Select((_, target) => Watch(target, () =>
        {
            if (Interlocked.Decrement(ref unknown) == 0) known.SetResult();
        })));
    }

    /// <summary>Starts watching, and waits until every target was asked once.</summary>
    public static async Task<ReadinessWatch> Start(TargetSet targets, TimeProvider time)
    {
        var known = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var watch = new ReadinessWatch(targets, time, known);
        await known.Task;
        return watch;
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _all;
        _sweep.Dispose();
        _stop.Dispose();
    }

    private async Task Watch(int target, Action asked)
    {
        var endpoint = _targets.Endpoints[target];
        using var connection = new HttpConnection(endpoint, _sweep);
        var request = new RequestBuffer(endpoint).Begin("GET "u8, "/healthz/ready"u8).EndWithoutBody();
        using var timer = new PeriodicTimer(Period, _time);
        await using var stopping = _stop.Token.Register(timer.Dispose);
        await Ask(target, connection, request);
        asked();
        while (await timer.WaitForNextTickAsync())
            await Ask(target, connection, request);
    }

    private async Task Ask(int target, HttpConnection connection, RequestBuffer request)
    {
        var asked = _time.GetTimestamp();
        var answer = await Probe(connection, request);
        if (_stop.IsCancellationRequested) return;
        if (answer.Failure == HttpFailure.None && answer.Status != NotReady)
            _targets.ReportReady(target, asked);
        else
            _targets.ReportNotReady(target);
        if (answer.Failure == HttpFailure.NotSent) await Resolve(_targets.Endpoints[target]);
    }

    private async Task<HttpAnswer> Probe(HttpConnection connection, RequestBuffer request)
    {
        var sending = connection.Send(request);

        // Registered once the request is under way: a stop can't come before it and be missed.
        await using var stopping = _stop.Token.Register(_sweep.ExpireAll);
        return await sending;
    }

    /// <summary>A silo that comes back may have another address, and one that joins a name that was not known before.</summary>
    private async Task Resolve(HttpEndpoint endpoint)
    {
        try
        {
            await endpoint.Refresh(_stop.Token).WaitAsync(Patience, _time, _stop.Token);
        }
        catch (Exception error) when (error is SocketException or TimeoutException or OperationCanceledException)
        {
            // Not known yet, or no longer: it is asked for again after the next attempt to connect.
        }
    }
}
