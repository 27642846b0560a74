using System.Collections.Concurrent;
using System.Collections.Immutable;
using Marketplace.Audit.History;
using Marketplace.Driver.Http;
using Marketplace.Driver.Load;
using Marketplace.Driver.Load.Targets;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

/// <summary>An open loop has a worker for each transaction that may be in flight: most of them need no connection.</summary>
public sealed class ConnectionUseTests : IAsyncLifetime
{
    private const int Workers = 4;

    private readonly StubLoad _load = new();
    private readonly TimeoutSweep _sweep = new(TimeProvider.System, TimeSpan.FromSeconds(60));
    private readonly ArrivalQueue _arrivals = new(Workers);
    private readonly SemaphoreSlim _rested = new(0);
    private readonly SemaphoreSlim _asked = new(0);
    private StubMarketplace[] _targets = [];
    private ConcurrentDictionary<string, int>[] _connections = [];
    private TaskCompletionSource? _answer;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        _targets = [await StubMarketplace.Start(), await StubMarketplace.Start()];
        _connections = [new(), new()];
        foreach (var (target, connections) in _targets.Zip(_connections))
        {
            target.Intercept = async (context, _) =>
            {
                connections.TryAdd(context.Connection.Id, 0);
                if (_answer is not { } answer) return true;
                _asked.Release();
                await answer.Task;
                return true;
            };
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var target in _targets)
            await target.DisposeAsync();
        _sweep.Dispose();
        _rested.Dispose();
        _asked.Dispose();
        _load.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_connection_is_opened_when_a_request_needs_one_and_none_is_free(bool areThreads)
    {
        var endpoint = await HttpEndpoint.Resolve(_targets[0].Url, Cancellation);
        using var pool = new ConnectionPool(endpoint, _sweep, areThreads);
        var running = Run(pool, endpoint, areThreads);

        for (var i = 0; i < 3 * Workers; i++)
            await Arrive(1);
        Assert.Single(_connections[0]);

        _answer = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var arriving = Arrive(3);
        for (var i = 0; i < 3; i++)
            await _asked.WaitAsync(Cancellation);
        Assert.Equal(3, _connections[0].Count);
        _answer.SetResult();
        await arriving;
        for (var i = 0; i < 3 * Workers; i++)
            await Arrive(1);
        Assert.Equal(3, _connections[0].Count);

        _arrivals.End();
        await running;
    }

    [Fact]
    public async Task Of_several_targets_each_has_connections_of_its_own()
    {
        var endpoints = await Task.WhenAll(_targets.Select(target => HttpEndpoint.Resolve(target.Url, Cancellation)));
        var pools = endpoints.Select(endpoint => new ConnectionPool(endpoint, _sweep)).ToImmutableArray();
        var set = new TargetSet(endpoints, Workers, TimeProvider.System);
        var window = MeasureWindow.Open(0, 1, 1);
        IExchange[] exchanges =
            [.. Enumerable.Range(0, Workers).Select(worker => new TargetExchange(set, pools, worker, _sweep, window, TimeProvider.System))];
        var request = new RequestBuffer(endpoints[0]);

        for (var i = 0; i < 3 * Workers; i++)
        {
            var exchange = exchanges[i % Workers];
            Assert.True((await exchange.Send(Get(request))).IsSuccess);
            exchange.GiveBack();
        }

        Assert.All(_connections, connections => Assert.Single(connections));
        Assert.Equal([3 * Workers / 2, 3 * Workers / 2], _targets.Select(target => target.Served));
        foreach (var pool in pools)
            pool.Dispose();
    }

    private static RequestBuffer Get(RequestBuffer request) => request.Begin("GET "u8, "/"u8).EndWithoutBody();

    /// <summary>Runs workers until all arrivals are taken.</summary>
    private async Task Run(ConnectionPool pool, HttpEndpoint endpoint, bool areThreads)
    {
        var context = _load.Context(StubLoad.Scenario("load.rate=1"));
        using var history = new HistoryWriter(Stream.Null, "run", HistoryClock.Read(TimeProvider.System), Workers);
        await Task.WhenAll(Enumerable.Range(0, Workers).Select(number => Task.Run(async () =>
        {
            using var exchange = new RestingExchange(new PooledExchange(pool), _rested);
            var worker = new LoadWorker(context, new Asker(exchange, endpoint), exchange, history.CreateBuffer(number));
            if (areThreads)
                worker.HoldOpen(_arrivals);
            else
                await worker.RunOpen(_arrivals);
        })));
    }

    /// <summary>Lets some requests become due at once, and waits until their workers have nothing to do again.</summary>
    private async Task Arrive(int count)
    {
        for (var i = 0; i < count; i++)
            Assert.True(_arrivals.TryAdd(TimeProvider.System.GetTimestamp(), isHere: false));
        for (var i = 0; i < count; i++)
            await _rested.WaitAsync(Cancellation);
    }

    private sealed class Asker(IExchange exchange, HttpEndpoint endpoint) : IWorkloadWorker
    {
        private readonly RequestBuffer _request = new(endpoint);

        public ValueTask Prepare() => ValueTask.CompletedTask;

        public async ValueTask Submit(long? arrival) =>
            Assert.True((await exchange.Send(Get(_request))).IsSuccess);
    }

    /// <summary>Tells when a worker gives its connection back.</summary>
    private sealed class RestingExchange(IExchange exchange, SemaphoreSlim rested) : IExchange
    {
        private bool _isPrepared;

        public ValueTask<HttpAnswer> Send(RequestBuffer request) => exchange.Send(request);

        public void GiveBack()
        {
            exchange.GiveBack();
            if (_isPrepared) rested.Release();
            _isPrepared = true;
        }

        public void Dispose() => exchange.Dispose();
    }
}
