using System.Diagnostics.Metrics;
using System.Globalization;

namespace Marketplace.Silo.Metrics;

/// <summary>What the gateway measures.</summary>
internal sealed class GatewayMetrics
{
    /// <summary>Name of the meter.</summary>
    public const string MeterName = "Marketplace.Gateway";

    // Seconds. From what a request costs at best to the response time-out.
    private static readonly double[] Bounds =
        [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

    private static readonly string[] Statuses =
        [.. Enumerable.Range(0, 600).Select(status => status.ToString(CultureInfo.InvariantCulture))];

    private readonly Histogram<double> _duration;
    private readonly Counter<long> _refusals;
    private readonly TimeProvider _time;
    private int _inFlight;

    public GatewayMetrics(IMeterFactory meters, TimeProvider time)
    {
        _time = time;
        var meter = meters.Create(MeterName);
        _duration = meter.CreateHistogram(
            "marketplace.gateway.request.duration",
            "s",
            "Time from the start of a request to its answer.",
            tags: null,
            new InstrumentAdvice<double> { HistogramBucketBoundaries = Bounds });
        meter.CreateObservableGauge("marketplace.gateway.requests.in_flight", () => InFlight, "{request}", "Requests in flight.");
        _refusals = meter.CreateCounter<long>("marketplace.gateway.refusals", "{request}", "Requests answered 503, by the type of the problem.");

        // Whoever reads the counters sees from when on they count.
        var started = time.GetUtcNow().ToUnixTimeMilliseconds() / 1000.0;
        meter.CreateObservableGauge("marketplace.gateway.start.time", () => started, "s", "When the silo was started, in seconds since 1970.");
    }

    /// <summary>Requests in flight.</summary>
    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>Notes the start of a request.</summary>
    public long Begin()
    {
        Interlocked.Increment(ref _inFlight);
        return _time.GetTimestamp();
    }

    /// <summary>Notes that a request is answered 503.</summary>
    /// <param name="type">Type of the problem.</param>
    public void Refused(string type) => _refusals.Add(1, new KeyValuePair<string, object?>("reason", type));

    /// <summary>Notes the end of a request.</summary>
    /// <param name="started">What <see cref="Begin"/> gave.</param>
    public void End(string operation, int status, long started)
    {
        Interlocked.Decrement(ref _inFlight);
        if (_duration.Enabled)
        {
            var seconds = _time.GetElapsedTime(started).TotalSeconds;
            _duration.Record(seconds, new("operation", operation), new("status", Statuses[Math.Clamp(status, 0, 599)]));
        }
    }
}
