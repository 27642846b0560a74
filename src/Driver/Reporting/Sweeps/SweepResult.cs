using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Comparison;

namespace Marketplace.Driver.Reporting.Sweeps;

/// <summary>sweep.json, a public format (docs/experiments.md).</summary>
/// <param name="Repeats">Runs of each point that were asked for.</param>
/// <param name="Baseline">Label by axis: what the points are compared with; empty for nothing.</param>
/// <param name="Runs">The runs that are done, in the order in which they were made.</param>
internal sealed record SweepResult(
    string Name,
    string DriverVersion,
    MachineInfo Machine,
    ImmutableArray<SweptAxis> Axes,
    int Repeats,
    ImmutableSortedDictionary<string, string> Baseline,
    ImmutableArray<SweptPoint> Points,
    ImmutableArray<SweptRun> Runs)
{
    /// <summary>What is to be known of points on this machine, for example that they could not be run.</summary>
    public ImmutableArray<PointNote> Notes { get; init; } = [];

    public IEnumerable<SweptRun> RunsOf(SweptPoint point) => Runs.Where(run => run.Point == point.Number && run.Problem is null);

    /// <summary>The label of a point on an axis.</summary>
    /// <returns>Null if there is no such axis.</returns>
    public string? LabelOf(SweptPoint point, string axis) => Axes.Zip(point.Labels).FirstOrDefault(label => label.First.Name == axis).Second;

    /// <summary>Whether a point has one of the labels that are given for each of some axes.</summary>
    public bool Has(SweptPoint point, ImmutableSortedDictionary<string, ImmutableArray<string>> labels) =>
        labels.All(axis => LabelOf(point, axis.Key) is { } label && axis.Value.Contains(label));

    /// <summary>The point that another one is compared with.</summary>
    /// <returns>Null if there is no baseline, and for the points of the baseline itself.</returns>
    public SweptPoint? BaselineOf(SweptPoint point)
    {
        var labels = Axes.Select((axis, i) => Baseline.GetValueOrDefault(axis.Name, point.Labels[i])).ToList();
        return labels.SequenceEqual(point.Labels) ? null : Points.Single(other => other.Labels.SequenceEqual(labels));
    }

    /// <summary>
    /// How many times the baseline's figures those of each run are. Runs of one repeat were made close to each other, so what slows the
    /// machine down slows both: their ratio is steadier than the ratio of the means.
    /// </summary>
    /// <returns>Figures by name, for each repeat in which both were run; nothing where there is no baseline.</returns>
    public IEnumerable<ImmutableDictionary<string, double>> RatiosOf(SweptPoint point) => BaselineOf(point) is { } baseline
        ? RunsOf(point).Join(RunsOf(baseline), run => run.Repeat, other => other.Repeat, (run, other) => run.Metrics
            .Where(figure => other.Metrics.GetValueOrDefault(figure.Key) != 0)
            .ToImmutableDictionary(figure => figure.Key, figure => figure.Value / other.Metrics[figure.Key]))
        : [];
}

/// <summary>What is to be known of a point on this machine.</summary>
/// <param name="IsSkipped">True if it was not run.</param>
internal sealed record PointNote(int Point, bool IsSkipped, string Text);

/// <summary>An axis.</summary>
internal sealed record SweptAxis(string Name, ImmutableArray<string> Labels)
{
    /// <summary>The name of an axis in tables and plots: of a path the last part.</summary>
    public static string Short(string name) => name[(name.LastIndexOf('.') + 1)..];
}

/// <summary>A point.</summary>
/// <param name="Number">Its number, from 1.</param>
/// <param name="Folder">Folder of its runs, relative to sweep.json.</param>
/// <param name="Metrics">Mean over the runs, by name of the figure.</param>
/// <param name="Ratios">How many times the baseline's figure: geometric mean over the repeats; null without baseline.</param>
internal sealed record SweptPoint(
    int Number,
    ImmutableArray<string> Labels,
    string Folder,
    int Runs,
    ImmutableDictionary<string, Estimate> Metrics,
    ImmutableDictionary<string, Ratio>? Ratios);

/// <summary>A run.</summary>
/// <param name="Repeat">Number of the repeat, from 1.</param>
/// <param name="ExitCode">What `driver run` would have answered: 0, 1, 3 or 4.</param>
/// <param name="Problem">Why it has no results; null if it has.</param>
/// <param name="Bottleneck">Why the driver, not the target, bounded the result; null if it did not.</param>
internal sealed record SweptRun(
    int Point,
    int Repeat,
    int ExitCode,
    string? Problem,
    ImmutableDictionary<string, double> Metrics,
    string? Bottleneck = null)
{
    /// <summary>The database behind the record service, with its version and durability; null where it is not known.</summary>
    public string? Database { get; init; }
}
