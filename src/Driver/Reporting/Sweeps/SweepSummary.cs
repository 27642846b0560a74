using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Scenarios.Sweeps;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>Sums up the runs of a sweep.</summary>
internal static class SweepSummary
{
    /// <summary>Sums up.</summary>
    public static SweepResult Of(Sweep sweep, string version, MachineInfo machine, IReadOnlyCollection<SweptRun> runs) => Again(new SweepResult(
        sweep.Name,
        version,
        machine,
        [.. sweep.Axes.Select(axis => new SweptAxis(axis.Name, [.. axis.Values.Select(value => value.Label)]))],
        sweep.Repeats,
        sweep.Baseline,
        [.. sweep.Points.Select(point => new SweptPoint(point.Number, point.Labels, point.Folder, 0, Nothing, null))],
        [.. runs]));

    /// <summary>Sums up the runs of a result again.</summary>
    /// <param name="result">The result; what it says of its points does not count.</param>
    public static SweepResult Again(SweepResult result) => result with
    {
        Points = [.. result.Points.Select(point => Of(result, point))],
        Notes = result.Notes.IsDefault ? [] : result.Notes, // Earlier versions wrote none.
    };

    public static ImmutableDictionary<string, double> Figures(RunSummary summary) => Metrics.All
        .Select(metric => (metric.Name, Value: metric.Of(summary))).Where(figure => figure.Value is not null)
        .Select(figure => (figure.Name, Value: figure.Value!.Value))
        .Concat(OperationFigures.Of(summary)).DistinctBy(figure => figure.Name)
        .ToImmutableDictionary(figure => figure.Name, figure => figure.Value);

    private static ImmutableDictionary<string, Estimate> Nothing => ImmutableDictionary<string, Estimate>.Empty;

    private static SweptPoint Of(SweepResult result, SweptPoint point)
    {
        var own = result.RunsOf(point).Select(run => run.Metrics).ToList();
        var ratios = result.BaselineOf(point) is null ? null : ByName(result.RatiosOf(point), RatioOf);
        return point with { Runs = own.Count, Metrics = ByName(own, values => Estimate.Of(values)!), Ratios = ratios };
    }

    // Zeros have no logarithm.
    private static Ratio RatioOf(List<double> ratios) =>
        LogMean.Of(ratios)?.ToRatio() ?? new Ratio(ratios.Average(), null, null, null, ratios.Count);

    private static ImmutableDictionary<string, T> ByName<T>(
        IEnumerable<ImmutableDictionary<string, double>> runs, Func<List<double>, T> of) =>
        runs.SelectMany(figures => figures).GroupBy(figure => figure.Key, figure => figure.Value)
            .ToImmutableDictionary(figure => figure.Key, figure => of([.. figure]));
}
