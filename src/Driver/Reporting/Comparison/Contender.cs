using System.Collections.Immutable;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>What is compared: a run, or several that repeat it.</summary>
/// <param name="Runs">Folder and results of each run; at least one.</param>
internal sealed record Contender(string Label, ImmutableArray<(string Folder, RunResults Results)> Runs)
{
    /// <summary>Manifest of the first run.</summary>
    public RunManifest Manifest => Runs[0].Results.Manifest;

    /// <summary>The mean over the repeats; of a single run what it knows of its own spread.</summary>
    /// <returns>Null if no run has the figure.</returns>
    public Estimate? Of(Metric metric)
    {
        var estimate = Estimate.Of(Values(metric));
        return estimate is not { Count: 1 } ? estimate : estimate with
        {
            Interval = metric.IntervalOf(Runs[0].Results.Summary),
            Outliers = Fences.Count([.. Epochs(metric).Select(epoch => epoch.Value)]),
        };
    }

    /// <summary>The values of a figure that are outliers: among the repeats, or, of the throughput of a single run, among its epochs.</summary>
    public IEnumerable<Outlier> OutliersOf(Metric metric)
    {
        var values = Runs.Length == 1 ? [.. Epochs(metric)] : Runs
            .Select(run => (Where: Path.GetFileName(run.Folder), Value: metric.Of(run.Results.Summary)))
            .Where(run => run.Value is not null).Select(run => (run.Where, Value: run.Value!.Value)).ToList();
        return Fences.Of([.. values.Select(value => value.Value)]) is not { } fences ? [] : values
            .Where(value => fences.IsOutside(value.Value))
            .Select(value => new Outlier(metric.Title, Label, value.Where, value.Value, fences.Low, fences.High));
    }

    /// <summary>How many times the other one's figure this one's is.</summary>
    /// <returns>Null if one has none, or the other's is 0; without an interval if there are zeros.</returns>
    public Ratio? Over(Contender other, Metric metric)
    {
        if (LogOf(metric) is { } own && other.LogOf(metric) is { } its) return own.Minus(its).ToRatio();
        return Of(metric) is { } value && other.Of(metric) is { Mean: not 0 } first
            ? new Ratio(value.Mean / first.Mean, null, null, null, Math.Min(value.Count, first.Count))
            : null;
    }

    private IEnumerable<(string Where, double Value)> Epochs(Metric metric) => metric == Metrics.Throughput
        ? Runs[0].Results.Summary.Epochs.Select(epoch => ($"epoch {epoch.Epoch}", epoch.Throughput))
        : [];

    private List<double> Values(Metric metric) => [.. Runs.Select(run => metric.Of(run.Results.Summary)).OfType<double>()];

    private LogMean? LogOf(Metric metric)
    {
        var (values, first) = (Values(metric), Runs[0].Results.Summary);
        return values is [> 0 and var only] && metric.IntervalOf(first) is { } interval && first.Epochs.Length > 1
            ? LogMean.OfRun(only, interval, first.Epochs.Length)
            : LogMean.Of(values);
    }

    /// <summary>True for the folder of a run, and for one whose subfolders are runs, which are repeats then.</summary>
    public static bool IsOne(string folder) => RunsIn(folder).Any();

    /// <summary>Reads such a folder.</summary>
    /// <exception cref="RunFolderException">A run in it can't be read.</exception>
    public static async Task<Contender> Read(string folder, string label, CancellationToken cancellationToken)
    {
        var runs = ImmutableArray.CreateBuilder<(string, RunResults)>();
        foreach (var run in RunsIn(folder))
            runs.Add((run, await new RunFolder(run).Read(cancellationToken)));
        return new Contender(label, runs.ToImmutable());
    }

    private static IEnumerable<string> RunsIn(string folder) => !Directory.Exists(folder) ? [] : Directory
        .GetDirectories(folder).Order(StringComparer.Ordinal).Prepend(folder).Where(RunFolder.IsRun);
}
