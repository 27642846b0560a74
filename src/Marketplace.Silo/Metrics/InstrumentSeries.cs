using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;

namespace Marketplace.Silo.Metrics;

/// <summary>All series of one instrument.</summary>
internal sealed class InstrumentSeries
{
    // A label with unbounded values must not fill the memory: what is beyond counts as one series without labels.
    private const int MaxSeries = 1000;

    private enum Kind
    {
        Counter,
        ObservedCounter,
        Gauge,
        Histogram,
    }

    private readonly ConcurrentDictionary<SeriesKey, Series> _series = new();
    private readonly Instrument _instrument;
    private readonly Kind _kind;
    private readonly double[] _bounds;

    public InstrumentSeries(Instrument instrument)
    {
        _instrument = instrument;
        var generic = instrument.GetType().GetGenericTypeDefinition();
        _kind = generic == typeof(Histogram<>) ? Kind.Histogram
            : generic == typeof(Counter<>) ? Kind.Counter
            : generic == typeof(ObservableCounter<>) ? Kind.ObservedCounter
            : Kind.Gauge;
        _bounds = _kind == Kind.Histogram
            ? [.. Advised(instrument) ?? [0.001, 0.01, 0.1, 1, 10]]
            : [];
        IsUpDownCounter = generic == typeof(UpDownCounter<>);
    }

    private static IEnumerable<double>? Advised(Instrument instrument) => instrument switch
    {
        Histogram<double> histogram => histogram.Advice?.HistogramBucketBoundaries,
        Histogram<int> histogram => histogram.Advice?.HistogramBucketBoundaries?.Select(static bound => (double)bound),
        _ => null,
    };

    /// <summary>A gauge that is told of changes, not of values.</summary>
    private bool IsUpDownCounter { get; }

    public void Measure(double value, ReadOnlySpan<KeyValuePair<string, object?>> tags)
    {
        var key = SeriesKey.Of(tags);
        if (!_series.TryGetValue(key, out var series))
            series = _series.GetOrAdd(_series.Count < MaxSeries ? key : default, static (_, bounds) => new Series(bounds), _bounds);

        if (_kind == Kind.Histogram)
            series.Observe(value);
        else if (_kind == Kind.Counter || IsUpDownCounter)
            series.Add(value);
        else
            series.Set(value);
    }

    /// <summary>Writes the series in the text format of Prometheus.</summary>
    public void Write(StringBuilder text)
    {
        if (_series.IsEmpty)
            return;

        var isCounter = _kind is Kind.Counter or Kind.ObservedCounter;
        var name = Name() + (isCounter ? "_total" : "");
        if (_instrument.Description is { Length: > 0 } description)
            text.Append(CultureInfo.InvariantCulture, $"# HELP {name} {description.ReplaceLineEndings(" ")}\n");

        var type = _kind == Kind.Histogram ? "histogram" : isCounter ? "counter" : "gauge";
        text.Append(CultureInfo.InvariantCulture, $"# TYPE {name} {type}\n");
        foreach (var (key, series) in _series)
        {
            var labels = string.Join(',', key.Labels().Select(Label));
            var (value, buckets) = series.Read();
            if (_kind != Kind.Histogram)
            {
                text.Append(CultureInfo.InvariantCulture, $"{name}{(labels.Length > 0 ? $"{{{labels}}}" : "")} {value:R}\n");
                continue;
            }

            var separator = labels.Length > 0 ? "," : "";
            long count = 0;
            for (var i = 0; i < buckets.Length; i++)
            {
                count += buckets[i];
                var bound = i < _bounds.Length ? _bounds[i].ToString("R", CultureInfo.InvariantCulture) : "+Inf";
                text.Append(CultureInfo.InvariantCulture, $"{name}_bucket{{{labels}{separator}le=\"{bound}\"}} {count}\n");
            }

            text.Append(CultureInfo.InvariantCulture, $"{name}_sum{{{labels}}} {value:R}\n{name}_count{{{labels}}} {count}\n");
        }
    }

    private string Name()
    {
        var name = _instrument.Name.Replace('.', '_').Replace('-', '_');
        return _instrument.Unit switch
        {
            "s" => name + "_seconds",
            "By" => name + "_bytes",
            _ => name,
        };
    }

    private static string Label(KeyValuePair<string, object?> label)
    {
        var value = Convert.ToString(label.Value, CultureInfo.InvariantCulture)!
            .Replace("\\", "\\\\", StringComparison.Ordinal)
            .Replace("\"", "\\\"", StringComparison.Ordinal)
            .Replace("\n", "\\n", StringComparison.Ordinal);
        return $"{label.Key.Replace('.', '_')}=\"{value}\"";
    }
}
