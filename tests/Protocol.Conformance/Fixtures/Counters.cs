using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using Marketplace.Protocols;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Counts what all protocols in this process do while it lives.</summary>
internal sealed class Counters : IDisposable
{
    /// <summary>Tests that count what happens in the process run beside no others.</summary>
    public const string Collection = "counters";

    private readonly MeterListener _listener = new();
    private readonly ConcurrentDictionary<string, long> _counts = new();

    public Counters()
    {
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == ProtocolMetrics.MeterName)
                listener.EnableMeasurementEvents(instrument);
        };
        _listener.SetMeasurementEventCallback<long>(
            (instrument, value, _, _) => _counts.AddOrUpdate(instrument.Name, value, (_, count) => count + value));
        _listener.Start();
    }

    public long Aborts => _counts.GetValueOrDefault("marketplace.protocol.aborts");
    public long Waits => _counts.GetValueOrDefault("marketplace.protocol.waits");
    public long Compensations => _counts.GetValueOrDefault("marketplace.protocol.compensations");
    public long Recoveries => _counts.GetValueOrDefault("marketplace.protocol.recoveries");

    public void Dispose() => _listener.Dispose();
}
