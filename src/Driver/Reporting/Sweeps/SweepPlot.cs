using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>
/// What a plot of one figure shows: over the labels of the last axis, a line for each label of the first one, a panel for each combination
/// of those in between.
/// </summary>
/// <param name="Lines">Names of the lines; those of a panel have the same order, and a line of no points where it has none.</param>
/// <param name="IsRatio">True if it shows how many times the baseline's figure each is.</param>
internal sealed record SweepPlot(
    string Name,
    string Title,
    string Across,
    ImmutableArray<string> Labels,
    ImmutableArray<string> Lines,
    ImmutableArray<PlotPanel> Panels,
    int Columns,
    bool IsRatio,
    string Caption)
{
    private const int ColumnsMax = 3;
    private const int LatencyPanelsMax = 6;

    /// <param name="isRatio">True for ratios to the baseline.</param>
    /// <returns>Null if there is nothing to show.</returns>
    public static SweepPlot? Of(SweepResult result, Metric metric, bool isRatio)
    {
        var (first, last) = (result.Axes[0], result.Axes[^1]);
        var labels = result.Axes.Length > 1 ? first.Labels : [metric.Title];
        var panels = result.Points.GroupBy(point => Middle(result, point)).Select(panel => new PlotPanel(panel.Key,
        [
            .. labels.Select(label => panel
                .Where(point => result.Axes.Length == 1 || point.Labels[0] == label)
                .Select(point => Mark(result, point, metric, isRatio)).OfType<PlotMark>().ToImmutableArray()),
        ])).ToImmutableArray();
        var marks = panels.SelectMany(panel => panel.Lines).SelectMany(line => line).ToList();
        if (!marks.Exists(mark => !mark.IsBaseline)) return null;

        var baseline = string.Join(", ", result.Baseline.Select(label => $"{SweptAxis.Short(label.Key)} {label.Value}"));
        var title = isRatio ? $"{metric.Title.Split(',')[0]}, relative to {baseline} (= 1)" : metric.Title;
        var columns = Math.Min(result.Axes.Length > 2 ? result.Axes[^2].Labels.Length : 1, ColumnsMax);
        return new SweepPlot(
            metric.Name + (isRatio ? "-ratio" : ""),
            title,
            SweptAxis.Short(last.Name),
            last.Labels,
            result.Axes.Length > 1 ? [.. labels.Select(label => Named(first, label))] : labels,
            panels,
            columns,
            isRatio,
            CaptionOf(marks));
    }

    /// <summary>The median latency of each transaction: a line for each, a panel for each combination of all axes but the last one.</summary>
    /// <returns>Null if there is nothing to show, or more panels than fit a page.</returns>
    public static SweepPlot? OfLatencies(SweepResult result)
    {
        var kinds = TransactionNames.Kinds.Select(TransactionNames.Of)
            .Select(kind => (Name: kind, Metric: Metrics.All.Single(metric => metric.Name == $"{kind}P50Ms")))
            .Where(kind => result.Points.Any(point => point.Metrics.ContainsKey(kind.Metric.Name))).ToList();
        var panels = result.Points.GroupBy(point => string.Join(", ", point.Labels.SkipLast(1))).Select(panel => new PlotPanel(panel.Key,
        [
            .. kinds.Select(kind => panel.Select(point => Mark(result, point, kind.Metric, isRatio: false)).OfType<PlotMark>().ToImmutableArray()),
        ])).Where(panel => panel.Lines.Any(line => !line.IsEmpty)).ToImmutableArray();
        if (panels.Length is 0 or > LatencyPanelsMax) return null;
        var (last, marks) = (result.Axes[^1], panels.SelectMany(panel => panel.Lines).SelectMany(line => line).ToList());
        return new SweepPlot(
            "latency",
            "p50 latency by transaction, ms",
            SweptAxis.Short(last.Name),
            last.Labels,
            [.. kinds.Select(kind => kind.Name)],
            panels,
            Math.Min(panels.Length, ColumnsMax),
            IsRatio: false,
            CaptionOf(marks));
    }

    private static string Middle(SweepResult result, SweptPoint point) =>
        string.Join(", ", result.Axes.Zip(point.Labels, Named).Skip(1).SkipLast(1));

    // A number alone does not say what it is of.
    private static string Named(SweptAxis axis, string label) => Numbers.Parse(label) is null ? label : $"{SweptAxis.Short(axis.Name)} {label}";

    /// <summary>The mark of a point; that of the baseline itself stands at 1.</summary>
    private static PlotMark? Mark(SweepResult result, SweptPoint point, Metric metric, bool isRatio)
    {
        var across = result.Axes[^1].Labels.IndexOf(point.Labels[^1]);
        if (isRatio && point.Ratios is null)
            return point.Metrics.ContainsKey(metric.Name) ? new PlotMark(across, 1, null, null, point.Runs, [], "baseline", true) : null;
        var (mean, ratio) = (point.Metrics.GetValueOrDefault(metric.Name), point.Ratios?.GetValueOrDefault(metric.Name));
        if (isRatio ? ratio is null : mean is null) return null;
        var runs = isRatio ? result.RatiosOf(point) : result.RunsOf(point).Select(run => run.Metrics);
        var values = runs.Where(run => run.ContainsKey(metric.Name)).Select(run => run[metric.Name]).ToImmutableArray();
        var fences = Fences.Of(values);
        var text = isRatio ? FigureText.Ratio(ratio) : FigureText.Value(mean, metric.IsShare);
        var hint = $"{string.Join(", ", point.Labels)}: {text}";
        var mark = isRatio
            ? new PlotMark(across, ratio!.Mean, ratio.Low, ratio.High, ratio.Count, Dots(values), hint, false)
            : new PlotMark(across, mean!.Mean, mean.Mean - mean.Interval, mean.Mean + mean.Interval, mean.Count, Dots(values), hint, false);
        return mark with { Fences = fences };
    }

    // Each run is shown, so that one far from the others is seen; a single one is its own mean.
    private static ImmutableArray<double> Dots(ImmutableArray<double> values) => values.Length > 1 ? values : [];

    private static string CaptionOf(List<PlotMark> marks)
    {
        const string bars = "bars: 95 % confidence intervals over the repeats";
        var counts = marks.Where(mark => !mark.IsBaseline).Select(mark => mark.Count).ToList();
        var few = RepeatsText.WithoutInterval(counts);
        var rings = marks.Exists(mark => mark.Runs.Any(mark.IsOutlier)) ? "; rings: outliers, beyond Tukey's outer fences" : "";
        if (few is null) return $"Marks: means; {bars}; dots: the single runs{rings}.";
        var dots = counts.Exists(count => count > 1) ? $"dots: the single runs{rings}; " : "";
        return counts.Exists(count => count >= Estimate.RepeatsMin) ? $"Marks: means; {bars}; {dots}{few}." : $"Marks: means; {dots}{few}.";
    }
}

/// <summary>A panel.</summary>
/// <param name="Title">What its points share; empty if there is but one.</param>
internal sealed record PlotPanel(string Title, ImmutableArray<ImmutableArray<PlotMark>> Lines);

/// <summary>A point of the sweep in a plot.</summary>
/// <param name="Across">Number of its label on the horizontal axis, from 0.</param>
/// <param name="Low">Lower end of the confidence interval; null if there is none.</param>
/// <param name="Count">Runs behind the mean.</param>
/// <param name="Runs">The value of each run, if there are several.</param>
/// <param name="Hint">What shows when the pointer rests on it.</param>
/// <param name="IsBaseline">True for the baseline in a plot of ratios: its mark is no measurement.</param>
internal sealed record PlotMark(
    int Across, double Mean, double? Low, double? High, int Count, ImmutableArray<double> Runs, string Hint, bool IsBaseline)
{
    /// <summary>What is beyond them is an outlier; null if there are too few runs.</summary>
    public Fences? Fences { get; init; }

    public bool IsOutlier(double value) => Fences?.IsOutside(value) == true;
}
