using System.Collections.Immutable;
using Marketplace.Driver.Comparison;
using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Sweeps;

/// <summary>Sums up the runs of a sweep.</summary>
internal static class SweepSummary
{
    /// <summary>Sums up.</summary>
    /// <param name="sweep">The sweep.</param>
    /// <param name="version">Version of the driver.</param>
    /// <param name="machine">The machine.</param>
    /// <param name="runs">The runs that are done.</param>
    public static SweepResult Of(Sweep sweep, string version, MachineInfo machine, IReadOnlyCollection<SweptRun> runs)
    {
        var byPoint = runs.Where(run => run.Problem is null).ToLookup(run => run.Point);
        return new SweepResult(
            sweep.Name,
            version,
            machine,
            [.. sweep.Axes.Select(axis => new SweptAxis(axis.Name, [.. axis.Values.Select(value => value.Label)]))],
            sweep.Repeats,
            sweep.Baseline,
            [.. sweep.Points.Select(point => Of(sweep, point, byPoint))],
            [.. runs]);
    }

    /// <summary>The figures of a run.</summary>
    /// <param name="summary">Its summary.</param>
    public static ImmutableDictionary<string, double> Figures(RunSummary summary) => Metrics.All
        .Select(metric => (metric.Name, Value: metric.Of(summary))).Where(figure => figure.Value is not null)
        .ToImmutableDictionary(figure => figure.Name, figure => figure.Value!.Value);

    private static SweptPoint Of(Sweep sweep, SweepPoint point, ILookup<int, SweptRun> byPoint)
    {
        var own = byPoint[point.Number].ToList();
        var ratios = sweep.BaselineOf(point) is { } baseline ? Ratios(own, byPoint[baseline.Number]) : null;
        var metrics = Estimates(own.Select(run => run.Metrics));
        return new SweptPoint(point.Number, point.Labels, point.Folder, own.Count, metrics, ratios);
    }

    /// <summary>
    /// Runs of one repeat were made close to each other, so what slows the machine down slows both: their ratio is steadier than the ratio
    /// of the means.
    /// </summary>
    private static ImmutableDictionary<string, Estimate> Ratios(List<SweptRun> own, IEnumerable<SweptRun> baseline) => Estimates(
        own.Join(baseline, run => run.Repeat, other => other.Repeat, (run, other) => run.Metrics
            .Where(figure => other.Metrics.GetValueOrDefault(figure.Key) != 0)
            .ToImmutableDictionary(figure => figure.Key, figure => figure.Value / other.Metrics[figure.Key])));

    private static ImmutableDictionary<string, Estimate> Estimates(IEnumerable<ImmutableDictionary<string, double>> runs) => runs
        .SelectMany(figures => figures).GroupBy(figure => figure.Key, figure => figure.Value)
        .ToImmutableDictionary(figure => figure.Key, figure => Estimate.Of([.. figure])!);
}
