using System.Diagnostics.Metrics;
using System.Globalization;
using Marketplace.Silo.Gateway;

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

    public GatewayMetrics(IMeterFactory meters, RequestGate gate)
    {
        var meter = meters.Create(MeterName);
        _duration = meter.CreateHistogram(
            "marketplace.gateway.request.duration",
            "s",
            "Time from the start of a request to its answer.",
            tags: null,
            new InstrumentAdvice<double> { HistogramBucketBoundaries = Bounds });
        meter.CreateObservableGauge("marketplace.gateway.requests.in_flight", () => gate.Inside, "{request}", "Requests in flight.");
    }

    /// <summary>Notes a request.</summary>
    /// <param name="operation">Operation id.</param>
    /// <param name="status">Status code of the answer.</param>
    /// <param name="duration">Time that it took.</param>
    public void Record(string operation, int status, TimeSpan duration)
    {
        if (_duration.Enabled)
        {
            _duration.Record(duration.TotalSeconds, new("operation", operation), new("status", Statuses[Math.Clamp(status, 0, 599)]));
        }
    }
}
