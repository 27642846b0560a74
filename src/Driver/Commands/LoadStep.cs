using System.Collections.Immutable;
using System.Runtime;
using Marketplace.Audit;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Load;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>The step "submit": warm-up, measurement and drain; leaves history, manifest, summary and series in the folder.</summary>
/// <param name="writing">Notes if results could not be written.</param>
internal sealed class LoadStep(DriverHost host, Scenario scenario, RunFolder folder, IRunDisplay display, Writing writing)
{
    private static readonly TimeSpan Settling = TimeSpan.FromMilliseconds(500);

    /// <summary>What this driver takes of the load.</summary>
    public LoadShare Share { get; init; } = LoadShare.Whole;

    /// <summary>Name of the run; null for one that no other run has.</summary>
    public string? RunId { get; init; }

    /// <summary>Reads what a store has counted that the driver uses itself; null for other targets.</summary>
    public Func<ServiceReading?>? ReadStore { get; init; }

    /// <summary>When the load begins; null for at once.</summary>
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>Why the load ended before its time, other than by an interrupt; null if it did not.</summary>
    public string? Ended { get; private set; }

    /// <summary>Waits until what was done before has no effect on the load any more.</summary>
    public Task Settle()
    {
        display.Phase("settle");
        host.CollectGarbage();
        return Task.Delay(Settling, host.Time, host.Interrupt);
    }

    /// <summary>Submits, and writes what was measured.</summary>
    /// <param name="target">The target; it holds the data set.</param>
    /// <returns>The results, without an audit.</returns>
    /// <exception cref="TargetException">The target died; what was measured is written.</exception>
    /// <exception cref="LoadException">The load could not go on.</exception>
    public async Task<RunResults> Run(RunningTarget target, IWorkload workload)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(host.Interrupt, target.Died);
        var run = RunId ?? TimeId(host.Time);
        var share = Share.Of(scenario);
        using var metrics = new SiloMetrics(target.Client is null ? [] : target.Urls);
        var context = new LoadContext(share, workload, run, host.Time, Share);
        var options = new LoadOptions
        {
            Endpoints = await target.Resolve(host.Interrupt),
            IsReference = scenario.Target.Reference is not null,
            HistoryPath = folder.History,
            SiloUsage = target.Usage,
            ServerUsage = target.ServerUsage,
            ReadCounters = metrics.Read,
            ReadCompiled = async () => JitInfo.GetCompiledMethodCount() + await metrics.ReadCompiled(),
            Progress = display.Second,
        };
        options = ReadStore is { } read ? options with { ReadService = () => Task.FromResult<ImmutableArray<ServiceReading?>>([read()]) }
            : target.Records is null ? options with { ReadSilos = metrics.ReadRuntime }
            : options with { ReadService = metrics.ReadService };
        var engine = await metrics.ReadEngine();
        if (StartAt is { } start)
        {
            display.Detail($"begins at {CommonStart.Text(start)}");
            await CommonStart.Wait(start, host.Time, host.Interrupt);
        }

        var load = await new LoadRunner(context, options).Run(stop.Token);
        var summary = new SummaryBuilder(share, load);
        var built = summary.Build(null) with { DatabaseDiskMiB = await target.DatabaseDiskMiB() };
        var results = new RunResults(Manifest(target, engine, run, load, summary), built, load.Series);
        Ended = load.Ended;
        writing.Note(load.HistoryProblem);
        await writing.Try(async () =>
        {
            await folder.Write(results, CancellationToken.None);
            await folder.WriteLatencies(summary, load.Operations);
            if (Share.Count > 1) await folder.WriteMeasurements(RecorderState.Of(load.Recorders), CancellationToken.None);
        });
        target.ThrowIfDead();
        return results;
    }

    /// <summary>The step "audit", unless interrupted, of a run that has no other report.</summary>
    /// <returns>How the whole run ended.</returns>
    public async Task<RunOutcome> Audit(RunResults results, Func<Task<AuditResult>> audit)
    {
        if (!host.Interrupt.IsCancellationRequested)
        {
            display.Phase("audit");
            results = results with { Summary = results.Summary with { Audit = await audit() } };
            await writing.Try(() => folder.WriteSummary(results.Summary, CancellationToken.None));
        }

        return Outcome(results, report: null, missing: 0);
    }

    /// <summary>How a whole run ended.</summary>
    /// <param name="results">Its results, with the audit if there was one.</param>
    /// <param name="report">Path of the report; null if there is none.</param>
    /// <param name="missing">How many transactions have no result.</param>
    public RunOutcome Outcome(RunResults results, string? report, long missing)
    {
        var lines = new List<string>([.. ResultLines.Remarks(results.Summary), .. ResultLines.Ended(Ended), .. writing.Lines]);
        if (missing != 0) lines.Add($"{missing} transactions have no result.");
        var broken = ThresholdCheck.Broken(scenario, results.Summary);
        lines.AddRange(broken);
        lines.AddRange(ResultLines.Violations(results.Summary.Audit));
        lines.Add(ResultLines.Measured(results.Summary));
        lines.Add(ResultLines.Audited(results.Summary.Audit, report));
        var code = writing.Problem is not null ? ExitCode.NotWritten
            : host.Interrupt.IsCancellationRequested ? ExitCode.Interrupted
            : missing != 0 || results.Summary.Audit is { Passed: false } ? ExitCode.Violations
            : Ended is not null ? ExitCode.Target
            : broken.Count > 0 ? ExitCode.Thresholds
            : ExitCode.Done;
        return new RunOutcome(code, lines);
    }

    /// <summary>A name that no other run has: the time of the start in milliseconds, base 36.</summary>
    private static string TimeId(TimeProvider time)
    {
        const string digits = "0123456789abcdefghijklmnopqrstuvwxyz";
        var text = "";
        for (var rest = time.GetUtcNow().ToUnixTimeMilliseconds(); rest > 0; rest /= digits.Length)
            text = digits[(int)(rest % digits.Length)] + text;
        return text;
    }

    private RunManifest Manifest(RunningTarget target, TargetEngine? engine, string run, LoadResult load, SummaryBuilder summary) => new()
    {
        Run = run,
        DriverVersion = MachineReader.Version,
        Build = MachineReader.IsDebugBuild ? "Debug" : "Release",
        Scenario = LaunchSecrets.Hide(scenario),
        Target = [.. target.Urls.Select(url => url.ToString())],
        Engine = engine?.Engine,
        LocalCalls = engine?.LocalCalls,
        OrleansVersion = engine?.OrleansVersion,
        Data = DataSetShape.Of(scenario.Data),
        Machine = MachineReader.Read(),
        Clock = load.Clock,
        WarmUp = load.WarmUp,
        MeasureStart = load.MeasureStart,
        MeasureEnd = load.MeasureEnd,
        Driver = summary.Facts(),
        Interrupted = host.Interrupt.IsCancellationRequested,
        Share = Share.Count > 1 ? Share : null,
    };
}
