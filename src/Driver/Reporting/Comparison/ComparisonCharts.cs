using System.Collections.Immutable;
using System.Globalization;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>The charts of a comparison: ratios, throughput and latency over time, and the latency of checkouts by percentile.</summary>
internal static class ComparisonCharts
{
    private const int Styles = 7;
    private const string Checkout = "checkout";

    // Lines of more repeats would hide each other.
    private const int RunsMax = 5;

    private const double Width = 1_040;
    private const double RowHeight = 16;
    private const double Names = 190;
    private const double Top = 10;

    public static void Write(HtmlPage page, ComparisonResult result, ImmutableArray<Contender> contenders)
    {
        using (page.Open("section"))
        {
            page.Element("h2", "Charts");
            Ratios(page, result);
            OverTime(page, contenders);
            var curves = Runs(contenders)
                .Where(run => run.Results.Summary.Transactions.ContainsKey(Checkout))
                .Select(run => (
                    run.Label, run.Style, Curve: LatencyCurve.Read(run.Folder, Checkout, run.Results.Summary.Transactions[Checkout])))
                .Where(run => !run.Curve.IsEmpty).ToList();
            if (curves.Count == 0) return;
            page.Element("h3", "Latency of checkouts by percentile");
            LatencySection.Draw(page, curves, "A rising line for each run.");
        }
    }

    private static string Style(int contender) => $"c{contender % Styles}{(contender >= Styles ? " dashed" : "")}";

    private static IEnumerable<(string Label, string Style, string Folder, RunResults Results)> Runs(ImmutableArray<Contender> contenders) =>
        contenders.SelectMany((contender, i) =>
            contender.Runs.Take(RunsMax).Select(run => (contender.Label, Style(i), run.Folder, run.Results)));

    private static void OverTime(HtmlPage page, ImmutableArray<Contender> contenders)
    {
        var runs = Runs(contenders).Select(run => (run.Label, run.Style, Rows: Series.Merge(run.Results.Series)))
            .Where(run => !run.Rows.IsEmpty).ToList();
        if (runs.Count == 0) return;
        page.Element("h3", "Over time, warm-up and drain included");
        var chart = new TimeChart(page, runs.MaxBy(run => run.Rows[^1].Second).Rows);
        IReadOnlyList<TimeLine> Lines(Func<SeriesRow, double?> of) =>
            [.. runs.Select(run => new TimeLine(run.Label, run.Style, of) { Rows = run.Rows })];
        using (page.Open("div", ("class", "charts")))
        {
            chart.Lines("throughput", "Throughput, committed a second", Lines(row => row.Throughput.Sum()), Numbers.Tick);
            chart.Lines("p99", "Latency of all transactions, p99 in ms", Lines(row => row.P99Ms), Numbers.Tick, isLog: true);
        }
    }

    /// <summary>How many times the first contender's figures those of the others are, with their intervals.</summary>
    private static void Ratios(HtmlPage page, ComparisonResult result)
    {
        var metrics = Metrics.Main.SelectMany(main => result.Metrics.Where(metric => metric.Name == main.Name))
            .Where(metric => metric.Ratios.Any(ratio => ratio is { Mean: > 0 })).ToList();
        if (metrics.Count == 0) return;
        var others = result.Contenders.Length - 1;
        var height = Top + metrics.Count * (others + 1) * RowHeight + Chart.Bottom;
        var all = metrics.SelectMany(metric => metric.Ratios).OfType<Ratio>().Select(ratio => ratio.Mean).Where(mean => mean > 0).ToList();
        var x = Axis.FineLog(all.Min() / 1.2, all.Max() * 1.2, Names, Width - Chart.Right);
        var y = new Axis(0, 1, height - Chart.Bottom, Top, IsLog: false, Step: 1);
        page.Element("h3", $"Relative to {result.Contenders[0].Label} (= 1)");
        using (page.Open("figure"))
        {
            const string description = "A mark for each contender and figure, with its 95 % confidence interval.";
            using (Chart.Open(page, "ratios", Width, height, "Ratios", description))
            {
                foreach (var tick in x.Ticks())
                {
                    Chart.Line(page, "grid", x.At(tick), y.Begin, x.At(tick), y.End);
                    Chart.Horizontal(page, x.At(tick), y, string.Create(CultureInfo.InvariantCulture, $"{tick:0.###}×"));
                }

                if (x.From <= 1 && x.To >= 1) Chart.Line(page, "base", x.At(1), y.Begin, x.At(1), y.End);
                for (var i = 0; i < metrics.Count; i++)
                {
                    var at = Top + i * (others + 1) * RowHeight;
                    Chart.Label(page, "end", Names - 12, at + (others + 1) * RowHeight / 2 + 4, metrics[i].Title);
                    for (var other = 1; other <= others; other++)
                        if (metrics[i].Ratios[other] is { Mean: > 0 } ratio) Mark(page, other, ratio, x, at + (other - 0.5) * RowHeight + 4);
                }
            }

            Chart.Legend(page, result.Contenders.Skip(1).Select((contender, i) => (Style(i + 1), contender.Label)));
        }
    }

    private static void Mark(HtmlPage page, int contender, Ratio ratio, Axis x, double y)
    {
        using (page.Open("g", ("class", $"c{contender % Styles}")))
        {
            if (ratio is { Low: { } low, High: { } high })
                Chart.Line(page, "bar", x.At(Math.Clamp(low, x.From, x.To)), y, x.At(Math.Clamp(high, x.From, x.To)), y);
            Chart.Marker(page, contender, x.At(ratio.Mean), y, FigureText.Ratio(ratio));
        }
    }
}
