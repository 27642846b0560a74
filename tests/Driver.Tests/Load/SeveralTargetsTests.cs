using Marketplace.Audit.History;
using Marketplace.Driver.Load;
using Marketplace.Driver.Target;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

public sealed class SeveralTargetsTests : IAsyncLifetime
{
    private const int Workers = 6;

    private readonly StubLoad _load = new();
    private readonly CancellationTokenSource _interrupt = new();
    private StubMarketplace _first = null!;
    private StubMarketplace _second = null!;
    private double _lost;

    public async ValueTask InitializeAsync()
    {
        _first = await StubMarketplace.Start();
        _second = await StubMarketplace.Start(peer: _first);
    }

    public async ValueTask DisposeAsync()
    {
        await _first.DisposeAsync();
        await _second.DisposeAsync();
        _interrupt.Dispose();
        _load.Dispose();
    }

    [Fact]
    public async Task The_workers_are_spread_evenly_over_the_targets()
    {
        var running = Run(_first.Url, _second.Url);
        await Serve(_first, 1_000);
        await Serve(_second, 1_000);
        var (load, history) = await Stop(running);

        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Equal([_first.Served, _second.Served], load.Targets.Select(target => (int)target.Count.Requests));
        Assert.All(load.Targets, target => Assert.Equal((0L, 0L, 0), (target.Count.Errors, target.Count.Refused, target.Changes.Length)));
        Assert.Empty(_first.Carts);
    }

    [Fact]
    public async Task A_silo_that_leaves_and_comes_back_costs_no_transaction()
    {
        var running = Run(_first.Url, _second.Url);
        await Serve(_second, 500);
        _second.ReadyUntil = int.MaxValue;
        _second.IsLeaving = true;
        _second.ReadyUntil = _second.Served + 5;
        await Serve(_second, _second.ReadyUntil, "while it leaves");
        await Quiet(_second);
        await _second.Stop();
        await Serve(_first, _first.Served + 500);
        await using var again = await StubMarketplace.Start(_second.Url.Port, _first);
        await Serve(again, 500);
        var (load, history) = await Stop(running);

        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Equal([false, true], load.Targets[1].Changes.Select(change => change.IsReady));
        Assert.Equal(_second.Served + again.Served, load.Targets[1].Count.Requests);
        Assert.Equal(0, load.Targets.Sum(target => target.Count.Errors));
        Assert.Empty(_first.Carts);
    }

    [Fact]
    public async Task A_silo_that_dies_costs_what_was_in_flight_there_and_no_more()
    {
        var running = Run(_first.Url, _second.Url);
        await Serve(_second, 500);
        await _second.Die();
        await Serve(_first, _first.Served + 1_000);
        var (load, history) = await Stop(running);

        var lost = history.Where(operation => operation.Outcome != OutcomeClass.Committed).ToList();
        Assert.All(lost, operation => Assert.Equal(OutcomeClass.TransportError, operation.Outcome));
        Assert.InRange(lost.Count, 0, Workers / 2);
        Assert.Equal(lost.Count, load.Targets[1].Count.Errors);
        Assert.Equal([false], load.Targets[1].Changes.Select(change => change.IsReady));
        Assert.Equal(0, load.Targets[0].Count.Errors);
    }

    [Fact]
    public async Task A_silo_that_is_up_later_gets_its_share()
    {
        var port = SiloLocator.FreePort();
        var running = Run(_first.Url, new Uri($"http://127.0.0.1:{port}"));
        await Serve(_first, 500);
        await using var late = await StubMarketplace.Start(port, _first);
        await Serve(late, 1_000);
        var (load, history) = await Stop(running);

        Assert.All(history, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Equal([false, true], load.Targets[1].Changes.Select(change => change.IsReady));
        Assert.Equal((0, 0L), (load.Targets[1].Changes[0].Second, load.Targets[1].Count.Refused));
    }

    [Fact]
    public async Task While_every_target_refuses_requests_wait_and_are_no_outcome()
    {
        var running = Run(_first.Url, _second.Url);
        await Serve(_first, 500);
        await _second.Die();
        await _first.Die();
        await using var again = await StubMarketplace.Start(_first.Url.Port, _first);
        await Serve(again, 1_000);
        var (load, history) = await Stop(running);

        Assert.InRange(history.Count(operation => operation.Outcome != OutcomeClass.Committed), 0, 2 * Workers);
        Assert.InRange(load.Targets.Sum(target => target.Count.Errors), 0, 2 * Workers);
        Assert.True(load.Targets.Sum(target => target.Count.Refused) > 0);
    }

    [Fact]
    public async Task When_every_target_stays_away_requests_end_with_the_time_out_of_a_request()
    {
        var running = Run(_first.Url, _second.Url, "load.requestTimeout=0.5");
        await Serve(_first, 100);
        await _second.Die();
        await _first.Die();
        await Wait.Until("transactions without an answer", () => _lost > Workers);
        var (load, history) = await Stop(running);

        Assert.True(history.Count(operation => operation.Outcome == OutcomeClass.TransportError) > Workers);
        Assert.InRange(load.Targets.Sum(target => target.Count.Errors), 0, 2 * Workers);
    }

    [Fact]
    public async Task A_public_silo_without_readiness_counts_as_ready()
    {
        _first.IsOurs = _second.IsOurs = false;
        var running = Run(_first.Url, _second.Url);
        await Serve(_first, 200);
        await Serve(_second, 200);
        var (load, _) = await Stop(running);

        Assert.All(load.Targets, target => Assert.Empty(target.Changes));
    }

    private static Task Serve(StubMarketplace stub, int requests, string when = "") =>
        Wait.Until($"{stub.Url} has served {requests} requests {when}", () => stub.Served >= requests);

    /// <summary>Waits until every worker has moved to the first silo.</summary>
    private async Task Quiet(StubMarketplace stub)
    {
        for (var before = -1; before != stub.Served;)
        {
            before = stub.Served;
            await Serve(_first, _first.Served + 500);
        }
    }

    private async Task<(LoadResult Load, List<Operation> History)> Stop(Task<LoadResult> running)
    {
        await _interrupt.CancelAsync();
        return (await running, _load.History());
    }

    private Task<LoadResult> Run(Uri first, Uri second, params string[] overrides)
    {
        _load.Progress = row => _lost += row.Outcomes[(int)OutcomeClass.TransportError];
        var scenario = StubLoad.Scenario([$"load.concurrency={Workers}", "load.requestTimeout=20", "epochs.seconds=600", .. overrides]);
        return _load.Run(scenario, _interrupt.Token, first, second);
    }
}
