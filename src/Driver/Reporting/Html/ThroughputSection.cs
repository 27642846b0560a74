using System.Collections.Immutable;
using Marketplace.Driver.Measurement;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>Throughput over time, by transaction, with the phases that do not count shaded.</summary>
internal static class ThroughputSection
{
    private const double Width = 1040;
    private const double Height = 320;

    public static void Write(HtmlPage page, ImmutableArray<SeriesRow> rows, RunSummary summary)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Throughput over time");
            if (rows.IsEmpty)
            {
                page.Element("p", "The run ended before its first second.");
                return;
            }

            page.Element("p", "Committed transactions and successful queries a second. Warm-up and drain are shaded: they do not count. "
                + WarmUpText.Of(summary.WarmUp));
            using (page.Open("figure"))
            {
                Draw(page, rows, summary.Throughput);
                Chart.Legend(page, Transactions.All.Select(kind => (kind.Style, kind.Name)));
            }

            using (Tables.Folded(page, "The same in numbers"))
            {
                Tables.Numeric(
                    page,
                    "Committed a second",
                    ["Second", "Phase", .. Transactions.All.Select(kind => kind.Name), "All"],
                    rows.Select(row => (IReadOnlyList<string>)
                    [
                        Numbers.Coordinate(row.Second),
                        row.Phase,
                        .. row.Throughput.Select(Numbers.Rate),
                        Numbers.Rate(row.Throughput.Sum()),
                    ]));
            }
        }
    }

    /// <summary>Shades the phases that do not count.</summary>
    public static void Shade(HtmlPage page, ImmutableArray<SeriesRow> rows, Axis x, Axis y)
    {
        for (var i = 0; i < rows.Length;)
        {
            var (first, phase) = (i, rows[i].Phase);
            while (i < rows.Length && rows[i].Phase == phase)
                i++;
            if (phase == "measure")
                continue;
            var begin = x.At(first == 0 ? 0 : rows[first - 1].Second);
            var end = x.At(rows[i - 1].Second);
            Chart.Rectangle(page, "shade", begin, y.End, end - begin, y.Begin - y.End);
            if (end - begin > 50)
                Chart.Label(page, "middle", (begin + end) / 2, y.End + 14, phase);
        }
    }

    private static void Draw(HtmlPage page, ImmutableArray<SeriesRow> rows, double throughput)
    {
        var x = Axis.Exact(rows[^1].Second, Chart.Left, Width - Chart.Right);
        var y = Axis.Linear(rows.Max(row => row.Throughput.Sum()), Height - Chart.Bottom, Chart.Top);
        var description = $"Stacked areas. In the measurement {Numbers.Rate(throughput)} a second in all; "
            + $"the best second had {Numbers.Rate(rows.Max(row => row.Throughput.Sum()))}.";
        using (Chart.Open(page, "throughput", Width, Height, "Throughput over time by transaction", description))
        {
            Chart.Vertical(page, x, y, Numbers.Rate);
            Areas(page, rows, x, y);
            Shade(page, rows, x, y);
            foreach (var tick in x.Ticks())
                Chart.Horizontal(page, x.At(tick), y, $"{Numbers.Coordinate(tick)} s");
            Hints(page, rows, x, y);
        }
    }

    private static void Areas(HtmlPage page, ImmutableArray<SeriesRow> rows, Axis x, Axis y)
    {
        var below = rows.Select(_ => 0.0).ToArray();
        for (var kind = 0; kind < Transactions.All.Count; kind++)
        {
            var above = rows.Select((row, i) => below[i] + row.Throughput[kind]).ToArray();

            // The first row is the mean from 0 on.
            IEnumerable<(double X, double Y)> Edge(double[] values) =>
                rows.Select((row, i) => (x.At(row.Second), y.At(values[i]))).Prepend((x.Begin, y.At(values[0])));
            Chart.Polygon(page, $"area {Transactions.All[kind].Style}", [.. Edge(above), .. Edge(below).Reverse()]);
            below = above;
        }
    }

    private static void Hints(HtmlPage page, ImmutableArray<SeriesRow> rows, Axis x, Axis y)
    {
        for (var i = 0; i < rows.Length; i++)
        {
            var begin = x.At(i == 0 ? 0 : rows[i - 1].Second);
            var each = Transactions.All.Select((kind, k) => $"{kind.Name} {Numbers.Rate(rows[i].Throughput[k])}");
            var hint = $"Second {Numbers.Coordinate(rows[i].Second)}, {rows[i].Phase}: {Numbers.Rate(rows[i].Throughput.Sum())} "
                + $"tx/s\n{string.Join('\n', each)}";
            Chart.Rectangle(page, "hint", begin, y.End, x.At(rows[i].Second) - begin, y.Begin - y.End, hint);
        }
    }
}
