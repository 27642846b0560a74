using System.Collections.Immutable;
using System.Globalization;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>Latency by percentile, as HdrHistogram plots it: the further to the right, the rarer; both axes logarithmic.</summary>
internal static class LatencySection
{
    private const double Width = 1040;
    private const double Height = 360;

    public static void Write(HtmlPage page, RunResults results, string folder)
    {
        var summary = results.Summary;
        var curves = Transactions.All
            .Where(kind => summary.Transactions.ContainsKey(kind.Key))
            .Select(kind => (kind.Name, kind.Style, Curve: LatencyCurve.Read(folder, kind.Key, summary.Transactions[kind.Key])))
            .Where(kind => !kind.Curve.IsEmpty)
            .ToList();
        using (page.Open("section"))
        {
            page.Element("h2", "Latency by percentile");
            page.Element("p", "From the planned start of a transaction to its complete answer, so that a stall is seen in "
                + "everything it held up. "
                + "The send lag, the driver's own lateness, is a part of each. "
                + "A checkout is timed from its own request, after its items were added.");
            if (curves.Count > 0)
            {
                var medians = summary.Transactions.TryGetValue("checkout", out var checkout)
                    ? $" Checkout: median {Numbers.Ms(checkout.LatencyMs.P50)} ms, p99 {Numbers.Ms(checkout.LatencyMs.P99)} ms."
                    : "";
                Draw(page, curves, $"A rising line for each transaction.{medians}");
            }

            Tables.Numeric(
                page,
                "Milliseconds from the planned start; in the last two columns from the send of the request",
                ["Transaction", "mean", "p50", "p90", "p95", "p99", "p99.9", "max", "service p50", "service p99"],
                Rows(summary));
        }
    }

    private static IEnumerable<IReadOnlyList<string>> Rows(RunSummary summary)
    {
        foreach (var (key, name, _) in Transactions.All)
        {
            if (summary.Transactions.TryGetValue(key, out var kind) && kind.Submitted > 0)
                yield return [name, .. Cells(kind.LatencyMs), Numbers.Ms(kind.ServiceMs.P50), Numbers.Ms(kind.ServiceMs.P99)];
        }

        yield return ["Add item", .. Cells(summary.AddItemMs), "", ""];
        yield return ["Send lag", .. Cells(summary.Driver.SendLagMs), "", ""];
    }

    private static IEnumerable<string> Cells(LatencySummary times) =>
        new[] { times.Mean, times.P50, times.P90, times.P95, times.P99, times.P999, times.Max }.Select(Numbers.Ms);

    /// <summary>Draws curves.</summary>
    /// <param name="curves">At least one, none of them empty.</param>
    public static void Draw(
        HtmlPage page,
        IReadOnlyList<(string Name, string Style, ImmutableArray<(double Quantile, double Ms)> Curve)> curves,
        string description)
    {
        var all = curves.SelectMany(curve => curve.Curve).ToList();
        var nines = Math.Clamp(all.Where(point => point.Quantile < 1).Max(point => Nines(point.Quantile)), 2, 7);
        var x = Axis.Exact(nines, Chart.Left, Width - Chart.Right);
        var smallest = all.Where(point => point.Ms > 0).Select(point => point.Ms).DefaultIfEmpty(1).Min();
        var y = Axis.Log(smallest, all.Max(point => point.Ms), Height - Chart.Bottom, Chart.Top);
        using (page.Open("figure"))
        {
            using (Chart.Open(page, "latency", Width, Height, "Latency by percentile", description))
            {
                Chart.Vertical(page, x, y, value => $"{value.ToString("0.###", CultureInfo.InvariantCulture)} ms");
                foreach (var (quantile, label) in Ticks().Where(tick => Nines(tick.Quantile) <= nines))
                {
                    Chart.Line(page, "grid", x.At(Nines(quantile)), y.Begin, x.At(Nines(quantile)), y.End);
                    Chart.Horizontal(page, x.At(Nines(quantile)), y, label);
                }

                foreach (var (name, style, curve) in curves)
                {
                    var points = curve.Select(point => (x.At(Math.Min(Nines(point.Quantile), nines)), y.At(point.Ms)));
                    Chart.Polyline(page, $"line {style}", points, name);
                }
            }

            Chart.Legend(page, curves.Select(curve => (curve.Style, curve.Name)).Distinct());
        }
    }

    // How many nines: 0.9 is one, 0.99 two.
    private static double Nines(double quantile) => quantile >= 1 ? double.PositiveInfinity : -Math.Log10(1 - quantile);

    private static IEnumerable<(double Quantile, string Label)> Ticks() =>
        [(0, "0 %"), (0.5, "50 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %"), (0.9999, "99.99 %"), (0.99999, "99.999 "
            + "%"), (0.999999, "99.9999 %")];
}
