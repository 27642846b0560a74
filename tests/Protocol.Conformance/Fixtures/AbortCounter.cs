using System.Diagnostics.Metrics;
using Marketplace.Protocols;

namespace Marketplace.Protocol.Conformance.Fixtures;

/// <summary>Counts the aborts of all protocols in this process while it lives.</summary>
internal sealed class AbortCounter : IDisposable
{
    private readonly MeterListener _listener = new();
    private long _count;

    public AbortCounter()
    {
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == ProtocolMetrics.MeterName && instrument.Name == "marketplace.protocol.aborts")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((_, value, _, _) => Interlocked.Add(ref _count, value));
        _listener.Start();
    }

    public long Count => Interlocked.Read(ref _count);

    public void Dispose() => _listener.Dispose();
}
