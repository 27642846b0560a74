using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using Marketplace.Driver.Http;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load.Targets;

/// <summary>
/// Sends a worker's requests to the target that it is assigned to. A request that could not be sent goes to another target; one that
/// may have been sent is never sent again.
/// </summary>
/// <param name="pools">The connections to each target.</param>
/// <param name="sweep">Ends late requests.</param>
/// <param name="window">When the measurement is.</param>
internal sealed class TargetExchange(
    TargetSet targets, ImmutableArray<ConnectionPool> pools, int worker, TimeoutSweep sweep, MeasureWindow window, TimeProvider time) : IExchange
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    // It takes a connection with its first request, and moves before that to where its worker is assigned then.
    private readonly PooledExchange _exchange = new(pools[0]);
    private readonly TargetCount[] _counts = new TargetCount[targets.Endpoints.Length];
    private int _target;

    /// <summary>What was sent, by target.</summary>
    public ReadOnlySpan<TargetCount> Counts => _counts;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<HttpAnswer> Send(RequestBuffer request)
    {
        var assigned = targets.Of(worker);
        if (assigned != _target) MoveTo(assigned);
        request.Readdress(targets.Endpoints[_target]);
        var deadline = sweep.NextDeadline();
        var answer = await _exchange.Send(request);
        if (answer.Failure == HttpFailure.NotSent) answer = await SendElsewhere(request, answer, deadline);
        Count(in answer);
        return answer;
    }

    public void GiveBack() => _exchange.GiveBack();

    public void Dispose() => _exchange.Dispose();

    /// <summary>Tries the targets in turn, those that are ready first, as long as a request may take.</summary>
    private async ValueTask<HttpAnswer> SendElsewhere(RequestBuffer request, HttpAnswer answer, long deadline)
    {
        for (var attempt = 1; answer.Failure == HttpFailure.NotSent; attempt++)
        {
            if (window.Contains(time.GetTimestamp())) _counts[_target].Refused++;
            targets.ReportNotReady(_target);
            if (targets.IsOver || sweep.IsLate(deadline)) break;
            if (attempt % targets.Endpoints.Length == 0) await Task.Delay(Pause, time);
            var assigned = targets.Of(worker);
            MoveTo(assigned == _target ? (assigned + 1) % targets.Endpoints.Length : assigned);
            request.Readdress(targets.Endpoints[_target]);
            answer = await _exchange.Send(request);
        }

        targets.Settle(worker, _target);
        return answer;
    }

    private void MoveTo(int target)
    {
        _target = target;
        _exchange.MoveTo(pools[target]);
    }

    private void Count(in HttpAnswer answer)
    {
        if (answer.Failure == HttpFailure.NotSent || !window.Contains(time.GetTimestamp())) return;
        ref var count = ref _counts[_target];
        count.Requests++;
        if (answer.Failure != HttpFailure.None || answer.Status >= 500) count.Errors++;
    }
}
