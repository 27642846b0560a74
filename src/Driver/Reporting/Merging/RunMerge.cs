using System.Collections.Immutable;
using System.Text.Json;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Scenarios;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting.Merging;

/// <summary>
/// Makes one run of those of several drivers that shared a load. Counts and histograms are added up, nothing is averaged; the histories become
/// one, in the time of one clock, which the audit reads as if one driver had written it.
/// </summary>
internal sealed class RunMerge
{
    /// <summary>On one machine all processes read the same clock; only what they say of the wall clock may differ by so much.</summary>
    private static readonly TimeSpan SameClock = TimeSpan.FromSeconds(1);

    /// <summary>
    /// Drivers that began together differ by some milliseconds. Where they differ by more, a part of the merged measurement has the load of some of
    /// them only.
    /// </summary>
    private const double CommonShareMin = 0.98;

    private readonly List<SharedRun> _runs;

    private RunMerge(List<SharedRun> runs) => _runs = runs;

    /// <summary>The driver that began first: its clock is that of all.</summary>
    private RunManifest First => _runs[0].Manifest;

    /// <summary>Ticks of the longest measurement.</summary>
    private long Longest => _runs.Max(run => run.Manifest.MeasureEnd - run.Manifest.MeasureStart);

    /// <summary>Reads the runs.</summary>
    /// <exception cref="RunFolderException">They are not all the drivers of one load.</exception>
    public static async Task<RunMerge> Open(IEnumerable<RunFolder> folders, CancellationToken cancellationToken)
    {
        var runs = new List<SharedRun>();
        foreach (var folder in folders)
            runs.Add(new SharedRun(folder, await folder.Read(cancellationToken), await folder.ReadMeasurements(cancellationToken)));
        Check(runs);
        return new RunMerge([.. runs.OrderBy(run => run.Manifest.Clock.Utc)]);
    }

    /// <summary>Writes the merged run.</summary>
    /// <returns>Its results, without an audit.</returns>
    public async Task<RunResults> Write(RunFolder target, CancellationToken cancellationToken)
    {
        var (start, end) = (_runs.Min(Start), _runs.Max(End));
        WriteHistory(target, cancellationToken);
        var series = new SeriesMerge(First.Clock, start, end, [.. _runs.Select(run => (Shift(run), run.Results))]);
        series.Read(new HistoryReader(target.History).Read());
        var scenario = First.Scenario;
        var load = Load(scenario, start, start + Longest, series.Rows());
        var builder = new SummaryBuilder(scenario, load);
        var built = builder.Build(null);
        var parts = _runs.ConvertAll(run => run.Results.Summary);
        var summary = built with
        {
            Protocol = parts[0].Protocol,
            Targets = Targets(parts),
            Driver = built.Driver with
            {
                Utilisation = parts.Sum(part => part.Driver.Utilisation),
                Bottleneck = parts.Select(part => part.Driver.Bottleneck).FirstOrDefault(found => found is not null),
            },
        };
        var manifest = First with
        {
            Target = [.. _runs.SelectMany(run => run.Manifest.Target).Distinct()],
            MeasureStart = start,
            MeasureEnd = end,
            Driver = builder.Facts(),
            Share = null,
            Interrupted = load.Interrupted,
        };
        var results = new RunResults(manifest, summary, load.Series);
        await target.Write(results, cancellationToken);
        await target.WriteLatencies(builder, MarketplaceWorkload.AllOperations);
        return results;
    }

    /// <summary>What makes the merged result doubtful, a sentence each.</summary>
    public IEnumerable<string> Doubts()
    {
        var common = _runs.Min(End) - _runs.Max(Start);
        if (common < CommonShareMin * Longest)
        {
            yield return Invariant($"The drivers measured at the same time for {Seconds(Math.Max(0, common)):0.0} s of {Seconds(Longest):0.0} s: ")
                + "figures of the merged run are too low by as much. Start them together (--start-at).";
        }

        if (_runs.Exists(run => Shift(run) != 0))
            yield return "The drivers ran on several machines: what the audit says of the order of time is as true as their clocks agree.";
    }

    private double Seconds(long ticks) => (double)ticks / First.Clock.Frequency;

    private static void Check(List<SharedRun> runs)
    {
        var first = runs[0].Manifest;
        foreach (var run in runs)
        {
            var manifest = run.Manifest;
            if (manifest.Share is null)
                throw new RunFolderException($"{run.Folder.Path} is a whole run: only those of submit --part can be merged.");
            var difference = manifest.Run != first.Run ? "is of another run"
                : manifest.Share.Count != first.Share!.Count ? "has another number of drivers"
                : Text(manifest.Scenario) != Text(first.Scenario) ? "has another scenario"
                : manifest.Clock.Frequency != first.Clock.Frequency ? "has a clock of another frequency" : null;
            if (difference is not null) throw new RunFolderException($"{run.Folder.Path} {difference} than {runs[0].Folder.Path}.");
        }

        var count = first.Share!.Count;
        var found = runs.Select(run => run.Manifest.Share!).OrderBy(share => share.Index).ToList();
        if (!found.Select(share => share.Index).SequenceEqual(Enumerable.Range(1, count)))
            throw new RunFolderException($"Each of the {count} drivers must be given once; these are {string.Join(", ", found)}.");
    }

    // Each driver may have had a gateway of its own.
    private static string Text(Scenario scenario) =>
        JsonSerializer.Serialize(scenario with { Target = scenario.Target with { Urls = null } }, ScenarioJson.Default.Scenario);

    private long Start(SharedRun run) => run.Manifest.MeasureStart + Shift(run);

    private long End(SharedRun run) => run.Manifest.MeasureEnd + Shift(run);

    /// <summary>What to add to the ticks of a run to have those of the first.</summary>
    private long Shift(SharedRun run)
    {
        var (clock, first) = (run.Manifest.Clock, First.Clock);
        var difference = clock.Utc - first.Utc - first.Between(first.Ticks, clock.Ticks);
        return run.Manifest.Machine == First.Machine && difference.Duration() < SameClock
            ? 0
            : (long)(difference.TotalSeconds * first.Frequency);
    }

    private void WriteHistory(RunFolder target, CancellationToken cancellationToken)
    {
        using var history = new HistoryWriter(target.History, First.Run, First.Clock, workers: 1);
        foreach (var run in _runs)
        {
            cancellationToken.ThrowIfCancellationRequested();
            new HistoryReader(run.Folder.History).CopyTo(history, Shift(run));
        }

        if (history.Problem is { } problem) throw new IOException(problem);
    }

    private LoadResult Load(Scenario scenario, long start, long end, ImmutableArray<SeriesRow> series)
    {
        var ticks = (long)(scenario.Epochs.Seconds * First.Clock.Frequency);
        var warmUp = scenario.Epochs.WarmUp.Epochs ?? 0;
        var window = MeasureWindow.After(start - warmUp * ticks, ticks, warmUp, scenario.Epochs.Count);
        var sum = new WorkerRecorder(MarketplaceWorkload.AllOperations.Length, window, 1e9 / First.Clock.Frequency);
        foreach (var run in _runs)
            sum.Add(run.Measured);
        var parts = _runs.ConvertAll(run => run.Results);
        return new LoadResult
        {
            Recorders = [sum],
            Window = window,
            MeasureStart = start,
            MeasureEnd = end,
            WarmUp = parts[0].Summary.WarmUp,
            Clock = First.Clock,
            Series = series,
            Unsent = parts.Sum(part => part.Manifest.Driver.Unsent),
            Operations = MarketplaceWorkload.AllOperations,
            Customers = new CustomerFigures(
                parts.Sum(part => part.Manifest.Driver.IdleCustomers),
                parts.Sum(part => part.Summary.Driver.RetiredCustomers),
                [.. parts.SelectMany(part => part.Manifest.Driver.DashboardWitnesses).Take(10)]),
            Targets = [],
            Protocol = null,
            Receipts = null,
            Ended = null,
            HistoryProblem = null,
            Interrupted = parts.Exists(part => part.Manifest.Interrupted),
        };
    }

    private static List<TargetSummary>? Targets(List<RunSummary> parts)
    {
        var targets = parts.SelectMany(part => part.Targets ?? []).GroupBy(target => target.Url).Select(target => new TargetSummary(
            target.Key,
            target.Sum(part => part.Requests),
            target.Sum(part => part.RequestThroughput),
            target.Sum(part => part.Errors),
            target.Sum(part => part.Refused),
            target.First().Changes)).ToList();
        return targets.Count == 0 ? null : targets;
    }

    private sealed record SharedRun(RunFolder Folder, RunResults Results, RecorderState Measured)
    {
        public RunManifest Manifest => Results.Manifest;
    }
}
