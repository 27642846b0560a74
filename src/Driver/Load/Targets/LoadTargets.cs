using System.Collections.Immutable;
using Marketplace.Driver.Http;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Load.Targets;

/// <summary>Connects the workers of a load with its targets: one, several, or the reference inside the driver.</summary>
internal sealed class LoadTargets : IAsyncDisposable
{
    // With several targets there is somewhere else to go: who can't be connected to is given up soon, and connections are looked at often.
    private static readonly TimeSpan ConnectTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Idle = TimeSpan.FromMilliseconds(5);

    private readonly LoadContext _context;
    private readonly LoadOptions _options;
    private readonly TargetSet? _set;
    private readonly TimeoutSweep _sweep;
    private readonly ImmutableArray<ConnectionPool> _pools;
    private readonly List<IExchange> _exchanges = [];
    private ReadinessWatch? _watch;

    private LoadTargets(LoadContext context, LoadOptions options)
    {
        (_context, _options) = (context, options);
        var load = context.Scenario.Load;
        var timeout = TimeSpan.FromSeconds(load.RequestTimeout);
        if (options.Endpoints.Count > 1)
        {
            _set = new TargetSet(options.Endpoints, load.Concurrency, context.Time);
            _sweep = new TimeoutSweep(context.Time, timeout, ConnectTimeout, Idle);
        }
        else
        {
            _sweep = new TimeoutSweep(context.Time, timeout);
        }

        _pools = [.. options.Endpoints.Select(endpoint => new ConnectionPool(endpoint, _sweep, load.HasThreads()))];
    }

    /// <summary>Prepares them; several targets are watched from now on.</summary>
    public static async Task<LoadTargets> Start(LoadContext context, LoadOptions options)
    {
        var targets = new LoadTargets(context, options);
        if (targets._set is { } set) targets._watch = await ReadinessWatch.Start(set, context.Time);
        return targets;
    }

    /// <summary>Starts the load.</summary>
    public void Begin(long origin) => _set?.Begin(origin);

    /// <summary>Makes a worker's way to its target.</summary>
    /// <param name="window">When the measurement is.</param>
    public IExchange Connect(int worker, MeasureWindow window)
    {
        var exchange = Create(worker, window);
        _exchanges.Add(exchange);
        return exchange;
    }

    /// <summary>Ends every request now, late or not: the drain is over.</summary>
    public void ExpireAll()
    {
        _set?.GiveUp();
        _sweep.ExpireAll();
    }

    /// <summary>What each of several targets got; none for a single one. The workers have ended.</summary>
    public ImmutableArray<TargetFigures> Figures() => _set is { } set
        ? [.. set.Endpoints.Select((endpoint, target) => Figures(set, endpoint, target))]
        : [];

    public async ValueTask DisposeAsync()
    {
        foreach (var exchange in _exchanges)
            exchange.Dispose();
        foreach (var pool in _pools)
            pool.Dispose();
        if (_watch is not null) await _watch.DisposeAsync();
        _sweep.Dispose();
    }

    private IExchange Create(int worker, MeasureWindow window)
    {
        if (_options.IsReference) return new DelayExchange(_context.Time, TimeSpan.FromMilliseconds(_context.Scenario.Target.LatencyMs));
        return _set is null
            ? new PooledExchange(_pools[0])
            : new TargetExchange(_set, _pools, worker, _sweep, window, _context.Time);
    }

    private TargetFigures Figures(TargetSet set, HttpEndpoint endpoint, int target)
    {
        var sum = default(TargetCount);
        foreach (var exchange in _exchanges.Cast<TargetExchange>())
        {
            var count = exchange.Counts[target];
            sum.Requests += count.Requests;
            sum.Errors += count.Errors;
            sum.Refused += count.Refused;
        }

        return new TargetFigures(endpoint.ToString(), sum, set.Changes(target));
    }
}
