using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>The page of a sweep: plots, the table, and all figures.</summary>
internal static class SweepPage
{
    private const int WarningsMax = 10;

    /// <summary>Writes it; an old one is replaced.</summary>
    public static Task Write(SweepResult result, string path, CancellationToken cancellationToken) =>
        HtmlDocument.Write(path, result.Name, page => Write(page, result), cancellationToken);

    private static void Write(HtmlPage page, SweepResult result)
    {
        using (HtmlDocument.Head(page, result.Name))
        {
            var axes = result.Axes.Select(axis => $"{axis.Name}: {string.Join(", ", axis.Labels)}");
            page.Element("p", $"{string.Join(" · ", axes)} · {result.Repeats} repeats, interleaved", ("class", "lead"));
            page.Element("p", $"{result.Machine.Processor}, {result.Machine.Cores} cores · driver {result.DriverVersion}", ("class", "lead"));
            foreach (var run in result.Runs.Where(run => run.ExitCode != 0 || run.Bottleneck is not null).Take(WarningsMax))
                page.Element("p", Problem(result, run), ("class", "warning"), ("role", "note"));
        }

        SweepPlots.Write(page, result);
        using (page.Open("section"))
        {
            page.Element("h2", "Points");
            page.Element("p", $"{SweepTable.Note(result)} A ratio is to the point of the baseline, all else equal: the geometric "
                + "mean of the ratios of runs of one repeat.");
            Tables.Numeric(page, Caption(result), SweepTable.Head(result), SweepTable.Rows(result));
            using (Tables.Folded(page, "All figures"))
                Tables.Numeric(page, "Means", ["Point", .. result.Points.Select(point => string.Join(", ", point.Labels))], Figures(result));
        }
    }

    private static string Caption(SweepResult result) => result.Baseline.IsEmpty
        ? "Means over the repeats"
        : $"Means over the repeats; baseline {string.Join(", ", result.Baseline.Select(label => $"{label.Key} = {label.Value}"))}";

    private static string Problem(SweepResult result, SweptRun run)
    {
        var what = run.Problem
            ?? run.ExitCode switch
            {
                0 => $"the driver, not the target, bounded the result: {run.Bottleneck}",
                4 => "a threshold does not hold",
                _ => "the audit failed",
            };
        return $"{string.Join(", ", result.Points[run.Point - 1].Labels)}, repeat {run.Repeat}: {what}";
    }

    private static IEnumerable<IReadOnlyList<string>> Figures(SweepResult result) => Metrics.All
        .Where(metric => result.Points.Any(point => point.Metrics.ContainsKey(metric.Name)))
        .Select(metric => (IReadOnlyList<string>)
        [
            metric.Title,
            .. result.Points.Select(point => FigureText.Value(point.Metrics.GetValueOrDefault(metric.Name), metric.IsShare)),
        ]);
}
