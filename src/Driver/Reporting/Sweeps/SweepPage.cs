using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>The page of a sweep: plots, the table, and all figures.</summary>
internal static class SweepPage
{
    private const int WarningsMax = 10;
    private const int PointsMax = 8;
    private const string Bounded = "The driver, not the target, bounded the result";

    /// <summary>Writes it; an old one is replaced.</summary>
    public static Task Write(SweepResult result, string path, CancellationToken cancellationToken) =>
        HtmlDocument.Write(path, result.Name, page => Write(page, result), cancellationToken);

    private static void Write(HtmlPage page, SweepResult result)
    {
        using (HtmlDocument.Head(page, result.Name))
        {
            var axes = result.Axes.Select(axis => $"{axis.Name}: {string.Join(", ", axis.Labels)}");
            page.Element("p", $"{string.Join(" · ", axes)} · {Repeats(result)}", ("class", "lead"));
            page.Element("p", $"{result.Machine.Processor}, {result.Machine.Cores} cores · driver {result.DriverVersion}", ("class", "lead"));
            foreach (var note in SweepTable.PointNotes(result))
                page.Element("p", note, ("class", "warning"), ("role", "note"));
            foreach (var cause in result.Runs.Where(run => Cause(run) is not null).GroupBy(run => Cause(run)!).Take(WarningsMax))
                page.Element("p", Warning(result, cause.Key, [.. cause]), ("class", "warning"), ("role", "note"));
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

    private static string Repeats(SweepResult result) => result.Repeats == 1 ? "1 run of each" : $"{result.Repeats} repeats, interleaved";

    private static string Caption(SweepResult result) => result.Baseline.IsEmpty
        ? "Means over the repeats"
        : $"Means over the repeats; baseline {string.Join(", ", result.Baseline.Select(label => $"{label.Key} = {label.Value}"))}";

    private static string? Cause(SweptRun run) => run.Problem?.TrimEnd('.') ?? run.ExitCode switch
    {
        ExitCode.Done => run.Bottleneck is null ? null : Bounded,
        ExitCode.Thresholds => "A threshold does not hold",
        _ => "The audit failed",
    };

    private static string Warning(SweepResult result, string cause, List<SweptRun> runs)
    {
        var points = runs.GroupBy(run => run.Point, run => run.Repeat)
            .Select(point => $"{string.Join(", ", result.Points[point.Key - 1].Labels)} (repeat {string.Join(", ", point)})").ToList();
        var rest = points.Count > PointsMax ? $"; and {points.Count - PointsMax} points more" : "";
        var example = cause == Bounded ? $" For example: {runs[0].Bottleneck}." : "";
        return $"{cause}, in {runs.Count} of {result.Runs.Length} runs: {string.Join("; ", points.Take(PointsMax))}{rest}.{example}";
    }

    private static IEnumerable<IReadOnlyList<string>> Figures(SweepResult result) => Metrics.All
        .Where(metric => result.Points.Any(point => point.Metrics.ContainsKey(metric.Name)))
        .Select(metric => (IReadOnlyList<string>)
        [
            metric.Title,
            .. result.Points.Select(point => FigureText.Value(point.Metrics.GetValueOrDefault(metric.Name), metric.IsShare)),
        ]);
}
