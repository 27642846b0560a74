using Marketplace.Driver.Reporting.Comparison;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>The points of a sweep as a table: its axes, and the figures that a narrow table has room for.</summary>
internal static class SweepTable
{
    /// <summary>Figures that are shown relative to the baseline too.</summary>
    private static readonly Metric[] Compared = [Metrics.Throughput, Metrics.CheckoutP50, Metrics.CheckoutP99, Metrics.SiloCpu];

    /// <summary>The heads of the columns.</summary>
    public static IReadOnlyList<string> Head(SweepResult result) =>
    [
        .. result.Axes.Select(axis => SweptAxis.Short(axis.Name)),
        "runs",
        .. Shown(result).SelectMany(metric => HasRatio(result, metric) ? (string[])[metric.Title, "ratio"] : [metric.Title]),
    ];

    public static IEnumerable<IReadOnlyList<string>> Rows(SweepResult result)
    {
        var shown = Shown(result).ToList();
        return result.Points.Select(point => (IReadOnlyList<string>)
        [
            .. point.Labels,
            $"{point.Runs}",
            .. shown.SelectMany(metric => HasRatio(result, metric)
                ? (string[])[Value(point, metric), FigureText.Ratio(point.Ratios?.GetValueOrDefault(metric.Name))]
                : [Value(point, metric)]),
        ]);
    }

    /// <summary>What ± means, and where there is none; which points were not run, and why.</summary>
    public static string Note(SweepResult result) => string.Join(' ', PointNotes(result).Prepend(Intervals(result)));

    /// <summary>What is to be known of points on this machine, a sentence for each reason.</summary>
    public static IEnumerable<string> PointNotes(SweepResult result) => result.Notes.GroupBy(note => (note.IsSkipped, note.Text)).Select(same =>
    {
        var points = Names(result, [.. same.Select(note => result.Points[note.Point - 1])]);
        return same.Key.IsSkipped ? $"Not run: {points}, as {same.Key.Text}." : $"Of {points}: {same.Key.Text}.";
    });

    // "cores 4" where all points of a label are meant, else the labels of each.
    private static string Names(SweepResult result, List<SweptPoint> points)
    {
        foreach (var (axis, label) in result.Axes.Zip(points[0].Labels))
        {
            var all = result.Points.Where(point => result.LabelOf(point, axis.Name) == label).Select(point => point.Number);
            if (all.SequenceEqual(points.Select(point => point.Number))) return $"{SweptAxis.Short(axis.Name)} {label}";
        }

        return string.Join("; ", points.Select(point => string.Join(", ", point.Labels)));
    }

    private static string Intervals(SweepResult result)
    {
        const string interval = "± is half of a 95 % confidence interval over the repeats (Student's t)";
        var runs = result.Points.Select(point => point.Runs).ToList();
        var ratios = result.Points.Any(point => point.Ratios?.Values.Any(ratio => ratio.Low is not null) == true)
            ? $" {FigureText.RatioNote("paired t-test")}"
            : "";
        if (Shown(result).Any(metric => result.Points.Any(point => point.Metrics.GetValueOrDefault(metric.Name) is { Outliers: > 0 })))
            ratios += $" {Fences.Note}";
        if (RepeatsText.WithoutInterval(runs) is not { } few) return $"{interval}.{ratios}";
        return runs.Exists(count => count >= Estimate.RepeatsMin) ? $"{interval}; {few}.{ratios}" : $"Means; {few}.";
    }

    /// <summary>The table for a terminal.</summary>
    /// <param name="width">Its columns; null for any.</param>
    public static IEnumerable<string> Lines(SweepResult result, int? width) =>
        [.. TextTable.Lines(Head(result), [.. Rows(result)], result.Axes.Length, width, "sweep.csv and sweep.html have them."), Note(result)];

    public static IEnumerable<string> Markdown(SweepResult result)
    {
        foreach (var line in MarkdownTable.Lines(Head(result), Rows(result), result.Axes.Length))
            yield return line;
        yield return "";
        yield return Note(result);
    }

    private static IEnumerable<Metric> Shown(SweepResult result) =>
        Metrics.Main.Where(metric => result.Points.Any(point => point.Metrics.ContainsKey(metric.Name)));

    private static bool HasRatio(SweepResult result, Metric metric) => !result.Baseline.IsEmpty && Compared.Contains(metric);

    private static string Value(SweptPoint point, Metric metric) =>
        FigureText.Value(point.Metrics.GetValueOrDefault(metric.Name), metric.IsShare);
}
