using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Text;

namespace Marketplace.Silo.Metrics;

/// <summary>
/// Collects the measurements of this silo and of its runtime, and shows them in the text format of Prometheus (0.0.4). Small on
/// purpose: no exporter is needed to look at a silo.
/// </summary>
internal sealed class MetricsExposition : IDisposable
{
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>Meters of the silo begin with this.</summary>
    public const string MeterPrefix = "Marketplace.";

    /// <summary>Meter of the .NET runtime: garbage collection, thread pool, memory.</summary>
    public const string RuntimeMeter = "System.Runtime";

    private readonly MeterListener _listener = new();
    private readonly ConcurrentDictionary<Instrument, InstrumentSeries> _instruments = new();

    public MetricsExposition(IMeterFactory meters)
    {
        _listener.InstrumentPublished = (instrument, listener) =>
        {
            // Another silo in this process has a meter factory of its own.
            var ours = instrument.Meter.Name.StartsWith(MeterPrefix, StringComparison.Ordinal)
                && instrument.Meter.Scope == meters;
            if (ours || instrument.Meter.Name == RuntimeMeter)
                listener.EnableMeasurementEvents(instrument, _instruments.GetOrAdd(instrument, static i => new InstrumentSeries(i)));
        };
        _listener.MeasurementsCompleted = (instrument, state) => _instruments.TryRemove(instrument, out _);
        _listener.SetMeasurementEventCallback<double>(static (_, value, tags, state) => ((InstrumentSeries)state!).Measure(value, tags));
        _listener.SetMeasurementEventCallback<long>(static (_, value, tags, state) => ((InstrumentSeries)state!).Measure(value, tags));
        _listener.SetMeasurementEventCallback<int>(static (_, value, tags, state) => ((InstrumentSeries)state!).Measure(value, tags));
        _listener.Start();
    }

    public string Write()
    {
        _listener.RecordObservableInstruments();
        var text = new StringBuilder();
        foreach (var (_, series) in _instruments.OrderBy(pair => pair.Key.Name, StringComparer.Ordinal))
            series.Write(text);

        return text.ToString();
    }

    public void Dispose() => _listener.Dispose();
}
