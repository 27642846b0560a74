using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>
/// The plots of a sweep: in its page, and each as a file. With a baseline ratios, which the machine's moods disturb least, come first.
/// </summary>
internal static class SweepPlots
{
    private static readonly Metric[] Shown = [Metrics.Throughput, Metrics.CheckoutP99, Metrics.SiloCpu];

    /// <summary>Writes them into the page.</summary>
    public static void Write(HtmlPage page, SweepResult result)
    {
        var absolute = Of(result, isRatio: false);
        if (result.Baseline.IsEmpty)
        {
            Section(page, "Plots", absolute);
            return;
        }

        Section(page, "Relative to the baseline", Of(result, isRatio: true));
        Section(page, "Absolute", absolute);
    }

    /// <summary>Writes each as an SVG that stands for itself, for documents.</summary>
    /// <param name="folder">Where to; it is made if it is not there.</param>
    public static Task Write(SweepResult result, string folder, CancellationToken cancellationToken) =>
        Write(Of(result, isRatio: true).Concat(Of(result, isRatio: false)), folder, cancellationToken);

    /// <summary>Writes each of some plots as such a file.</summary>
    public static async Task Write(IEnumerable<SweepPlot> plots, string folder, CancellationToken cancellationToken)
    {
        Directory.CreateDirectory(folder);
        foreach (var plot in plots)
        {
            var path = Path.Combine(folder, $"{plot.Name}.svg");
            await HtmlDocument.WriteChart(path, (page, style) => new SweepDrawing(page, plot).Draw(style), cancellationToken);
        }
    }

    /// <summary>Writes plots as a section of a page; none if there are no plots.</summary>
    public static void Section(HtmlPage page, string title, IEnumerable<SweepPlot> plots)
    {
        var list = plots.ToList();
        if (list.Count == 0) return;
        using (page.Open("section"))
        {
            page.Element("h2", title);
            foreach (var plot in list)
            {
                using (page.Open("figure"))
                    new SweepDrawing(page, plot).Draw(null);
            }
        }
    }

    private static IEnumerable<SweepPlot> Of(SweepResult result, bool isRatio) =>
        isRatio && result.Baseline.IsEmpty
            ? []
            : Shown.Select(metric => SweepPlot.Of(result, metric, isRatio)).Append(isRatio ? null : SweepPlot.OfLatencies(result))
                .OfType<SweepPlot>();
}
