using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>What a chart shows of each row.</summary>
/// <param name="Style">Its colour, c0 to c6, and for a dashed line "dashed".</param>
/// <param name="Of">Null where it is not known.</param>
internal sealed record TimeLine(string Name, string Style, Func<SeriesRow, double?> Of)
{
    /// <summary>The rows that it is of, where the lines of a chart are of different runs; null for those of the chart.</summary>
    public ImmutableArray<SeriesRow>? Rows { get; init; }
}

/// <summary>
/// Charts over the time of a run: all with the same axis, and with the phases that do not count shaded. The inner svg cuts off what lies
/// outside of the axes, so that report.js can zoom by its viewBox alone.
/// </summary>
internal sealed class TimeChart(HtmlPage page, ImmutableArray<SeriesRow> rows)
{
    private const double Width = 520;
    private const double Height = 240;
    private const double Top = 24;
    private const double Right = 14;

    // A label of a phase takes so much for each letter.
    private const double LetterWidth = 7;

    // From this ratio on, a logarithmic axis shows decades only.
    private const double FineRange = 300;

    // With lines of several runs, there are no phases that all of them share.
    private bool _isOfOneRun = true;

    private readonly Axis _x = Axis.Exact(rows[^1].Second, Chart.Left, Width - Right);

    private static (double Begin, double End) Vertical => (Height - Chart.Bottom, Top);

    /// <summary>Draws a line for each series that is known of some row.</summary>
    /// <param name="isLog">True for a logarithmic axis: values of 0 are not shown.</param>
    public void Lines(string id, string title, IReadOnlyList<TimeLine> all, Func<double, string> label, bool isLog = false)
    {
        var lines = all.Where(line => RowsOf(line).Any(row => line.Of(row) is not null)).ToList();
        _isOfOneRun = lines.All(line => line.Rows is null);
        var values = lines.SelectMany(line => RowsOf(line).Select(line.Of)).OfType<double>().Where(value => !isLog || value > 0)
            .DefaultIfEmpty(1).ToList();
        var y = isLog ? Log(values.Min(), values.Max()) : Axis.Linear(values.Max(), Vertical.Begin, Vertical.End);
        var names = string.Join(", ", lines.Select(line => line.Name).Distinct());
        var description = $"Lines of {names}; the largest value is {label(values.Max())}.";
        Figure(id, title, description, y, label, lines, () =>
        {
            foreach (var line in lines)
            {
                foreach (var segment in Segments(line, isLog))
                    Chart.Polyline(page, $"line {line.Style}", segment.Select(point => (_x.At(point.Second), y.At(point.Value))), line.Name);
            }
        });
    }

    /// <summary>Draws areas that are stacked, a series each.</summary>
    public void Areas(string id, string title, string description, IReadOnlyList<TimeLine> areas, Func<double, string> label)
    {
        var largest = rows.Max(row => areas.Sum(area => area.Of(row) ?? 0));
        var y = Axis.Linear(largest, Vertical.Begin, Vertical.End);
        Figure(id, title, description, y, label, areas, () =>
        {
            var below = new double[rows.Length];
            foreach (var area in areas)
            {
                var above = rows.Select((row, i) => below[i] + (area.Of(row) ?? 0)).ToArray();

                // The first row is the mean from 0 on.
                IEnumerable<(double X, double Y)> Edge(double[] values) =>
                    rows.Select((row, i) => (_x.At(row.Second), y.At(values[i]))).Prepend((_x.Begin, y.At(values[0])));
                Chart.Polygon(page, $"area {area.Style}", [.. Edge(above), .. Edge(below).Reverse()], area.Name);
                below = above;
            }
        });
    }

    /// <summary>Draws how many transactions took how long: the darker, the larger their share of those that ended in that time.</summary>
    public void Heat(string id, string title)
    {
        var map = new HeatMap(rows);
        var y = Log(map.FromMs, map.ToMs);
        var description = "For each time and each latency, the share of the transactions. All of them took between "
            + $"{Numbers.Ms(map.FromMs)} and {Numbers.Ms(map.ToMs)} ms.";
        Figure(id, title, description, y, Numbers.Tick, [], () => map.Draw(page, _x, y), HeatMap.Legend);
    }

    private ImmutableArray<SeriesRow> RowsOf(TimeLine line) => line.Rows ?? rows;

    private static Axis Log(double smallest, double largest) => largest / smallest > FineRange
        ? Axis.Log(smallest, largest, Vertical.Begin, Vertical.End)
        : Axis.FineLog(smallest, largest, Vertical.Begin, Vertical.End);

    private void Figure(
        string id,
        string title,
        string description,
        Axis y,
        Func<double, string> label,
        IReadOnlyList<TimeLine> lines,
        Action draw,
        IEnumerable<(string Style, string Name)>? legend = null)
    {
        using (page.Open("figure"))
        {
            page.Element("figcaption", title);
            using (Chart.Open(
                page,
                id,
                Width,
                Height,
                $"{title}, over time",
                description,
                ("class", "time"),
                ("data-end", Numbers.Coordinate(_x.To)),
                ("data-low", y.From.ToString("R", CultureInfo.InvariantCulture)),
                ("data-high", y.To.ToString("R", CultureInfo.InvariantCulture)),
                ("data-log", y.IsLog ? "1" : "")))
            {
                Chart.Vertical(page, _x, y, label);
                using (OpenPlot(y))
                {
                    if (_isOfOneRun) Shade(y);
                    draw();
                    if (_isOfOneRun) Hints(y, label, lines);
                }

                using (page.Open("g", ("class", "phases")))
                {
                    if (_isOfOneRun) Labels();
                }

                using (page.Open("g", ("class", "across")))
                {
                    foreach (var tick in _x.Ticks())
                        Chart.Horizontal(page, _x.At(tick), y, $"{Numbers.Coordinate(tick)} s");
                }
            }

            var entries = (legend ?? lines.Select(line => (line.Style, line.Name)).Distinct()).ToList();
            if (entries.Count > 1) Chart.Legend(page, entries);
        }
    }

    private HtmlPage.Scope OpenPlot(Axis y)
    {
        var (x, top) = (Numbers.Coordinate(_x.Begin), Numbers.Coordinate(y.End));
        var (width, height) = (Numbers.Coordinate(_x.End - _x.Begin), Numbers.Coordinate(y.Begin - y.End));
        return page.Open(
            "svg",
            ("class", "plot"),
            ("x", x),
            ("y", top),
            ("width", width),
            ("height", height),
            ("viewBox", $"{x} {top} {width} {height}"),
            ("preserveAspectRatio", "none"));
    }

    private void Shade(Axis y)
    {
        foreach (var (phase, begin, end) in Phases())
        {
            if (phase != "measure") Chart.Rectangle(page, "shade", begin, y.End, end - begin, y.Begin - y.End);
        }
    }

    // Above the axes, where no curve runs through them.
    private void Labels()
    {
        foreach (var (phase, begin, end) in Phases())
        {
            if (phase != "measure" && end - begin > phase.Length * LetterWidth)
                Chart.Label(page, "middle", (begin + end) / 2, Top - 8, phase);
        }
    }

    private IEnumerable<(string Phase, double Begin, double End)> Phases()
    {
        for (var i = 0; i < rows.Length;)
        {
            var (first, phase) = (i, rows[i].Phase);
            while (i < rows.Length && rows[i].Phase == phase)
                i++;
            yield return (phase, _x.At(first == 0 ? 0 : rows[first - 1].Second), _x.At(rows[i - 1].Second));
        }
    }

    /// <summary>The stretches of a line in which its value is known.</summary>
    private IEnumerable<IReadOnlyList<(double Second, double Value)>> Segments(TimeLine line, bool isLog)
    {
        var segment = new List<(double Second, double Value)>();
        foreach (var row in RowsOf(line))
        {
            if (line.Of(row) is { } value && (!isLog || value > 0))
            {
                segment.Add((row.Second, value));
                continue;
            }

            if (segment.Count > 0) yield return segment;
            segment = [];
        }

        if (segment.Count > 0) yield return segment;
    }

    private void Hints(Axis y, Func<double, string> label, IReadOnlyList<TimeLine> lines)
    {
        for (var i = 0; i < rows.Length; i++)
        {
            var (row, begin) = (rows[i], _x.At(i == 0 ? 0 : rows[i - 1].Second));
            var each = lines.Select(line => line.Of(row) is { } value ? $"\n{line.Name} {label(value)}" : "");
            var hint = $"{Numbers.Coordinate(row.Second)} s, {row.Phase}{string.Concat(each)}";
            Chart.Rectangle(page, "hint", begin, y.End, _x.At(row.Second) - begin, y.Begin - y.End, hint);
        }
    }
}
