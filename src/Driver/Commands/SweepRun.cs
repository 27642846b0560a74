using System.Collections.Immutable;
using System.Net.Sockets;
using System.Text.Json;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Load;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>Makes the runs of a sweep: every point once, then every point again in the opposite order, and so on.</summary>
/// <param name="folder">Its folder; runs in it that are done are not made again.</param>
/// <param name="isQuiet">True if no run is drawn while it runs.</param>
internal sealed class SweepRun(DriverHost host, Sweep sweep, SweepFolder folder, bool isQuiet) : IAsyncDisposable
{
    // A silo takes some hundred MiB of memory, also while it waits.
    private const int SilosMax = 8;

    private readonly KeptTargets? _kept = sweep.KeepsSilos ? new KeptTargets(host.Targets, SilosMax) : null;
    private readonly SortedDictionary<int, SweptRun> _runs = [];
    private readonly HashSet<(string Target, string Work)> _warmed = [];
    private readonly MachineInfo _machine = MachineReader.Read();
    private readonly SweepEstimate _estimate = new();

    private readonly ImmutableArray<PointNote> _notes = [.. Notes(sweep, host.Cores)];

    private int Total => (sweep.Points.Length - _notes.Count(note => note.IsSkipped)) * sweep.Repeats;

    /// <summary>What is to be known of points on this machine: which it can't run, and where silo and driver share cores.</summary>
    public static IEnumerable<PointNote> Notes(Sweep sweep, CoreSet cores)
    {
        foreach (var point in sweep.Points)
        {
            if (cores.Missing(point.Scenario) is { } missing)
                yield return new PointNote(point.Number, IsSkipped: true, missing);
            else if (cores.IsShared(point.Scenario))
                yield return new PointNote(point.Number, IsSkipped: false, "silo and driver share the cores, as this machine has no more");
        }
    }

    /// <summary>Makes them; what is known is written after each.</summary>
    /// <returns>What was found; after Ctrl-C of the runs until then.</returns>
    public async Task<SweepResult> Run()
    {
        var plan = Plan().ToList();

        // First what is there: whatever ends this sweep, its tables have all that was ever made of it.
        for (var i = 0; i < plan.Count; i++)
        {
            var (point, repeat) = plan[i];
            if (await folder.Find(point, repeat, MachineReader.Version) is { } before)
                _runs[i] = Done(point, repeat, CodeOf(point, before), before, null);
        }

        await folder.Write(Result());
        for (var i = 0; i < plan.Count; i++)
        {
            var (point, repeat) = plan[i];
            var title = $"{sweep.Name} {i + 1}/{plan.Count}: {string.Join(", ", point.Labels)}, repeat {repeat}";
            if (_runs.ContainsKey(i))
            {
                await host.Out.WriteLineAsync($"{title}: done before");
                continue;
            }

            if (host.Interrupt.IsCancellationRequested) break;
            var left = plan.Where((_, run) => !_runs.ContainsKey(run)).Select(run => run.Point.Scenario).ToList();
            await host.Out.WriteLineAsync(title + _estimate.Left(left, Cold(left)));
            if (await Run(point, repeat, title) is not { } run) break;
            _runs[i] = run;
            await folder.Write(Result());
        }

        return Result();
    }

    /// <summary>Stops the silos that were kept.</summary>
    public ValueTask DisposeAsync() => _kept?.DisposeAsync() ?? ValueTask.CompletedTask;

    /// <summary>What is found so far.</summary>
    public SweepResult Result() => SweepSummary.Of(sweep, MachineReader.Version, _machine, _runs.Values) with { Notes = _notes };

    private IEnumerable<(SweepPoint Point, int Repeat)> Plan()
    {
        for (var repeat = 1; repeat <= sweep.Repeats; repeat++)
        {
            // What drifts over time, as the temperature of a machine, must not count for one end of the grid.
            var points = repeat % 2 == 1 ? sweep.RunOrder : sweep.RunOrder.Reverse();
            foreach (var point in points.Where(point => !_notes.Any(note => note.IsSkipped && note.Point == point.Number)))
                yield return (point, repeat);
        }
    }

    // How many warm-ups runs need.
    private int Cold(IEnumerable<Scenario> runs) =>
        _kept is { } kept ? runs.Select(WarmUpOf).Distinct().Count(warmUp => !kept.Has(warmUp.Target) || !_warmed.Contains(warmUp)) : 0;

    /// <summary>Makes a run.</summary>
    /// <returns>Null if it was interrupted.</returns>
    private async Task<SweptRun?> Run(SweepPoint point, int repeat, string title)
    {
        var position = new SweepPosition(_runs.Count + 1, Total, _estimate.Mean);
        var display = Displays.OfMany(host, title, point.Scenario, isQuiet, position);
        var start = host.Time.GetTimestamp();
        try
        {
            if (_kept is { } kept && await Warm(kept, point))
            {
                _estimate.Warmed(host.Time.GetElapsedTime(start));
                start = host.Time.GetTimestamp();
            }

            var runFolder = new RunFolder(folder.Of(point, repeat));
            host.Current.Begin(runFolder);
            var outcome = await display.Show(
                () => new BenchmarkRun(host, _kept ?? host.Targets, point.Scenario, runFolder, display) { Repeat = repeat }.Run());
            if (outcome.ExitCode == ExitCode.Interrupted) return null;
            foreach (var line in outcome.Lines.TakeLast(2))
                await host.Out.WriteLineAsync($"  {line}");
            if (await folder.Find(point, repeat, MachineReader.Version) is not { } results)
                return Done(point, repeat, outcome.ExitCode, null, string.Join(" ", outcome.Lines));
            if (ExitCode.IsClean(outcome.ExitCode)) folder.DropHistory(point, repeat);
            return Done(point, repeat, outcome.ExitCode, results, null);
        }
        catch (Exception error) when (error is TargetException or LoadException or SocketException)
        {
            // The other points may well work, and a sweep of hours is not to be lost for one of them.
            await host.Error.WriteLineAsync($"  {error.Message}");
            return Done(point, repeat, ExitCode.Target, null, error.Message);
        }
        catch (OperationCanceledException) when (host.Interrupt.IsCancellationRequested)
        {
            host.Current.Discard();
            return null;
        }
        finally
        {
            _estimate.Made(host.Time.GetElapsedTime(start));
        }
    }

    // The first run on a silo measures the compiler: it is not counted, and lasts until throughput is steady; on a store of records as long as
    // all its runs, if the sweep says nothing else.
    /// <returns>False if there was nothing to warm.</returns>
    private async Task<bool> Warm(KeptTargets kept, SweepPoint point)
    {
        var warmUp = WarmUpOf(point.Scenario);
        if (!kept.Has(warmUp.Target)) _warmed.RemoveWhere(other => other.Target == warmUp.Target);
        if (!_warmed.Add(warmUp)) return false;
        var (runs, epochs) = (1, point.Scenario.Epochs);
        if (sweep.WarmUps is { } warmUps)
            (runs, epochs) = (warmUps.Runs, epochs with { Count = 1, WarmUp = new WarmUp(0), Seconds = warmUps.Seconds });
        else if (point.Scenario.Target.Store() is null)
            epochs = epochs with { Count = 1, WarmUp = WarmUp.Steady };
        for (var i = 0; i < runs; i++)
            await Warm(kept, point, epochs);
        return true;
    }

    private async Task Warm(KeptTargets kept, SweepPoint point, EpochSettings epochs)
    {
        await host.Out.WriteLineAsync("  warming its silo");
        var warmUp = new RunFolder(folder.WarmUpOf(point));
        await new BenchmarkRun(host, kept, point.Scenario with { Epochs = epochs }, warmUp, new SilentDisplay()).Run();
        File.Delete(warmUp.History);
    }

    // What is warmed: a target, and if the sweep says how, what runs on it and in the driver.
    private (string Target, string Work) WarmUpOf(Scenario scenario) => (
        KeptTargets.Key(scenario),
        sweep.WarmUps is null ? "" : JsonSerializer.Serialize(scenario.Workload, ScenarioJson.Default.WorkloadSettings) + scenario.Load.Workers);

    private static int CodeOf(SweepPoint point, RunResults before) => before.Summary.Audit is not { Passed: true } ? ExitCode.Violations
        : ThresholdCheck.Broken(point.Scenario, before.Summary).Count > 0 ? ExitCode.Thresholds
        : ExitCode.Done;

    private static SweptRun Done(SweepPoint point, int repeat, int exitCode, RunResults? results, string? problem) => new(
        point.Number,
        repeat,
        exitCode,
        problem,
        results is null ? ImmutableDictionary<string, double>.Empty : SweepSummary.Figures(results.Summary),
        results?.Summary.Driver.Bottleneck)
    {
        Database = results?.Summary.Service?.Database,
    };
}
