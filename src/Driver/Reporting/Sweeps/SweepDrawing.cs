using System.Globalization;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>Draws a plot as small multiples: all panels with the same axes, one legend above them, the caption below.</summary>
internal sealed class SweepDrawing(HtmlPage page, SweepPlot plot)
{
    private const double Width = 1_060;
    private const double PanelHeight = 200;
    private const double RowGap = 62;
    private const double ColumnGap = 22;
    private const double Head = 84;
    private const double Foot = 6;
    private const double LegendLetter = 7;
    private const double LabelGapMin = 26;

    /// <summary>Ratio of the largest value to the smallest from which on an axis is logarithmic; that of ratios always is.</summary>
    private const double LogFrom = 8;

    private const int Styles = 7;

    /// <param name="style">A style sheet to carry within, for a file of its own; null in a page, which has it.</param>
    public void Draw(string? style)
    {
        var rows = (plot.Panels.Length + plot.Columns - 1) / plot.Columns;
        var height = Head + rows * (PanelHeight + RowGap) + Foot;
        using (Chart.Open(page, plot.Name, Width, height, plot.Title, $"A line for each of {string.Join(", ", plot.Lines)}, over {plot.Across}."))
        {
            if (style is not null)
            {
                using (page.Open("style"))
                    page.Raw($"svg {{ font: 12px system-ui, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }}\n{style}");
                Chart.Rectangle(page, "paper", 0, 0, Width, height);
            }

            Chart.Label(page, "start", 8, 18, plot.Title, "heading");
            Legend();
            for (var i = 0; i < plot.Panels.Length; i++)
                Panel(plot.Panels[i], i % plot.Columns, i / plot.Columns);
            Chart.Label(page, "start", 8, height - 8, plot.Caption);
        }
    }

    private void Legend()
    {
        if (plot.Lines.Length == 1) return;
        var x = 16.0;
        for (var i = 0; i < plot.Lines.Length; i++)
        {
            using (page.Open("g", ("class", Style(i))))
            {
                Chart.Line(page, "bar", x - 8, 42, x + 8, 42);
                Chart.Marker(page, i, x, 42, null);
            }

            Chart.Label(page, "start", x + 14, 46, plot.Lines[i]);
            x += 50 + plot.Lines[i].Length * LegendLetter;
        }
    }

    private void Panel(PlotPanel panel, int column, int row)
    {
        var width = (Width - 12 - Chart.Left - ColumnGap * (plot.Columns - 1)) / plot.Columns;
        var begin = Chart.Left + column * (width + ColumnGap);
        var top = Head + row * (PanelHeight + RowGap);
        var y = Vertical(top + PanelHeight, top);
        var places = Places(begin, begin + width);
        Chart.Label(page, "start", begin, top - 10, panel.Title, "heading");
        foreach (var tick in y.Ticks())
        {
            Chart.Line(page, "grid", begin, y.At(tick), begin + width, y.At(tick));
            if (column == 0) Chart.Label(page, "end", begin - 8, y.At(tick) + 4, Text(tick));
        }

        if (plot.IsRatio) Chart.Line(page, "base", begin, y.At(1), begin + width, y.At(1));
        for (var i = 0; i < places.Length; i++)
            Chart.Horizontal(page, places[i], y, plot.Labels[i]);
        Chart.Label(page, "end", begin + width, y.Begin + 34, plot.Across);
        for (var i = 0; i < panel.Lines.Length; i++)
            Line([.. panel.Lines[i]], places, y, i);
    }

    /// <summary>The same axis for all panels: else they could not be compared.</summary>
    private Axis Vertical(double begin, double end)
    {
        var marks = plot.Panels.SelectMany(panel => panel.Lines).SelectMany(line => line).ToList();
        var means = marks.Select(mark => mark.Mean).ToList();
        var values = means.Concat(marks.SelectMany(mark => mark.Runs)).ToList();

        // An interval may reach far beyond all means, or below 0: it is cut off there rather than leave the lines no room.
        var highest = marks.Max(mark => mark.High ?? mark.Mean);
        var largest = Math.Max(values.Max(), Math.Min(highest, 2 * means.Max()));
        var smallest = values.Min();
        return smallest > 0 && (plot.IsRatio || values.Max() / smallest >= LogFrom)
            ? Axis.FineLog(smallest, largest, begin, end)
            : Axis.Linear(largest, begin, end);
    }

    /// <summary>Numbers stand where a logarithmic axis has them if there they are far enough apart, everything else at equal distances.</summary>
    private double[] Places(double begin, double end)
    {
        var count = plot.Labels.Length;
        var even = plot.Labels.Select((_, i) => begin + (i + 0.5) * (end - begin) / count).ToArray();
        var numbers = plot.Labels.Select(Numbers.Parse).OfType<double>().Where(number => number > 0).ToList();
        if (count < 3 || numbers.Count < count || numbers.Min() == numbers.Max()) return even;
        var margin = (end - begin) / (2 * count);
        var axis = new Axis(numbers.Min(), numbers.Max(), begin + margin, end - margin, IsLog: true, Step: 0);
        var places = numbers.Select(axis.At).ToArray();
        var sorted = places.Order().ToArray();
        return sorted.Zip(sorted.Skip(1), (left, next) => next - left).Min() >= LabelGapMin ? places : even;
    }

    /// <summary>Lines stand a little apart, so that their marks don't hide each other.</summary>
    private void Line(List<PlotMark> marks, double[] places, Axis y, int index)
    {
        var shift = 3.5 * (index - (plot.Lines.Length - 1) / 2.0);
        Chart.Polyline(page, $"line {Style(index)}", marks.Select(mark => (places[mark.Across] + shift, y.At(mark.Mean))));
        using (page.Open("g", ("class", Style(index))))
        {
            foreach (var mark in marks)
            {
                var at = places[mark.Across] + shift;
                if (mark is { Low: { } low, High: { } high })
                    Chart.Line(page, "bar", at, y.At(Math.Max(low, y.From)), at, y.At(Math.Min(high, y.To)));
                foreach (var run in mark.Runs)
                    Chart.Dot(page, at, y.At(run), mark.IsOutlier(run));
                if (!mark.IsBaseline) Chart.Marker(page, index, at, y.At(mark.Mean), mark.Hint);
            }
        }
    }

    private static string Style(int index) => $"c{index % Styles}";

    private string Text(double tick) => plot.IsRatio ? string.Create(CultureInfo.InvariantCulture, $"{tick:0.####}×") : Numbers.Rate(tick);
}
