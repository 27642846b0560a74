using Marketplace.Driver.Comparison;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Sweeps;

/// <summary>
/// Plots of one figure: over the labels of the last axis, a line for each label of the first one, a plot for each combination of those in
/// between. Bars are 95 % confidence intervals.
/// </summary>
internal static class SweepPlots
{
    private const double Width = 510;
    private const double Height = 260;
    private const int Colours = 7;

    /// <summary>Writes them; nothing if no point has the figure.</summary>
    /// <param name="page">The page.</param>
    /// <param name="result">What was found.</param>
    /// <param name="metric">The figure.</param>
    public static void Write(HtmlPage page, SweepResult result, Metric metric)
    {
        var values = result.Points.Select(point => point.Metrics.GetValueOrDefault(metric.Name)).OfType<Estimate>().ToList();
        if (values.Count == 0) return;

        // Two repeats that differ have an interval of many times their mean, which would leave the lines no room.
        var largest = Math.Min(values.Max(value => value.Mean + (value.Interval ?? 0)), 2 * values.Max(value => value.Mean));
        using (page.Open("section"))
        {
            page.Element("h2", metric.Title);
            using (page.Open("div", ("class", "pair")))
            {
                foreach (var (panel, i) in result.Points.GroupBy(Middle).Select((panel, i) => (panel, i)))
                    Plot(page, result, metric, [.. panel], panel.Key, $"{metric.Name}-{i}", largest);
            }
        }
    }

    private static string Middle(SweptPoint point) => string.Join(", ", point.Labels.Skip(1).SkipLast(1));

    private static void Plot(
        HtmlPage page,
        SweepResult result,
        Metric metric,
        List<SweptPoint> points,
        string panel,
        string id,
        double largest)
    {
        var labels = result.Axes[^1].Labels;
        var series = result.Axes.Length > 1 ? points.GroupBy(point => point.Labels[0]).ToList() : [.. points.GroupBy(_ => metric.Title)];
        var y = Axis.Linear(largest, Height - Chart.Bottom, Chart.Top);
        var x = Axis.Exact(labels.Length, Chart.Left, Width - Chart.Right);
        var title = panel.Length > 0 ? $"{metric.Title}: {panel}" : metric.Title;
        using (page.Open("figure"))
        {
            page.Element("figcaption", title);
            using (Chart.Open(page, id, Width, Height, title, $"A line for each {result.Axes[0].Name}, over {result.Axes[^1].Name}."))
            {
                Chart.Vertical(page, x, y, Numbers.Rate);
                for (var i = 0; i < labels.Length; i++)
                    Chart.Horizontal(page, x.At(i + 0.5), y, labels[i]);
                for (var i = 0; i < series.Count; i++)
                    Line(page, metric, [.. series[i]], [.. labels], (x, y), i, series.Count);
            }

            if (result.Axes.Length > 1)
                Chart.Legend(page, series.Select((line, i) => ($"c{i % Colours}", line.Key)));
        }
    }

    /// <summary>Lines stand a little apart, so that their bars don't hide each other.</summary>
    private static void Line(HtmlPage page, Metric metric, List<SweptPoint> points, List<string> labels, (Axis X, Axis Y) axes, int index, int count)
    {
        var shift = 0.5 + 0.06 * (index - (count - 1) / 2.0);
        var style = $"line c{index % Colours}";
        var drawn = points
            .Select(point => (X: axes.X.At(labels.IndexOf(point.Labels[^1]) + shift), Value: point.Metrics.GetValueOrDefault(metric.Name)))
            .Where(point => point.Value is not null).ToList();
        Chart.Polyline(page, style, drawn.Select(point => (point.X, axes.Y.At(point.Value!.Mean))));
        foreach (var (at, value) in drawn)
        {
            var interval = value!.Interval ?? 0;
            var top = Math.Min(value.Mean + interval, axes.Y.To);
            Chart.Line(page, style, at, axes.Y.At(Math.Max(0, value.Mean - interval)), at, axes.Y.At(top));
            Chart.Rectangle(page, "hint", at - 8, axes.Y.End, 16, axes.Y.Begin - axes.Y.End, FigureText.Value(value, metric.IsShare));
        }
    }
}
