using Marketplace.Audit.Claims;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Data;
using Marketplace.Driver.Load;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>The whole life cycle of a run: generate, ingest, check, settle, submit, collect, audit, report, clean.</summary>
internal sealed class BenchmarkRun(DriverHost host, ITargets targets, Scenario scenario, RunFolder folder, IRunDisplay display)
{
    private readonly AuditStep _audit = new(host, folder, display);
    private readonly Writing _writing = new();

    /// <summary>The target answers without holding anything: there is nothing to ingest or to compare.</summary>
    private bool IsStateless => ScenarioClaims.Of(scenario).Guarantee == Guarantee.DriverOnly;

    /// <summary>Which repeat of a sweep it is of, from 1; null if it stands alone.</summary>
    public int? Repeat { get; init; }

    /// <returns>The outcome, as an exit code with the lines to print.</returns>
    /// <exception cref="TargetException">The target could not be reached, or died.</exception>
    /// <exception cref="OperationCanceledException">Interrupted before anything was submitted.</exception>
    public Task<RunOutcome> Run() => scenario.Workload.Kind switch
    {
        WorkloadSettings.Marketplace => RunMarketplace(),
        WorkloadSettings.Database => new DatabaseRun(host, targets, scenario, folder, display) { Repeat = Repeat }.Run(),
        _ => new RecordsRun(host, targets, scenario, folder, display).Run(),
    };

    private async Task<RunOutcome> RunMarketplace()
    {
        using var cores = CoreSet.Keep(scenario);
        display.Phase("generate");
        var generator = new DataGenerator(scenario.Data, scenario.Seed);
        var source = await DataSets.Open(scenario, generator, display.Details(), host.Interrupt);
        LoadData? data = DataSets.Load(source, generator, host.Interrupt);
        display.Phase("start");
        await using var taken = await targets.Take(scenario, folder.SiloLog, host.Interrupt);
        var target = taken.Target;
        var differences = IsStateless ? [] : await Ingest(target, source);
        if (differences.Count > 0) return new RunOutcome(ExitCode.Violations, [$"load.counts: {string.Join(", ", differences)}"]);

        var step = new LoadStep(host, scenario, folder, display, _writing);
        await step.Settle();
        display.Phase("submit");
        var load = step.Run(target, new MarketplaceWorkload(scenario, generator, data));

        // What is only for the load must not be in memory while the run is audited.
        data = null;
        var results = await load;
        host.CollectGarbage();
        var missing = 0L;
        if (_writing.Problem is null)
            await _writing.Try(async () => (results, missing) = await Examine(target, results));
        display.Phase("report");
        string? report = null;
        if (_writing.Problem is null)
            await _writing.Try(async () => report = await _audit.Report(results));
        await Clean(target);
        return step.Outcome(results, report, missing);
    }

    /// <summary>Looks for results that are missing, and audits the run.</summary>
    private async Task<(RunResults Results, long Missing)> Examine(RunningTarget target, RunResults results)
    {
        display.Phase("collect");
        var (submitted, collected) = _audit.Collect(results.Manifest);
        if (host.Interrupt.IsCancellationRequested) return (results, submitted - collected);
        display.Phase("audit");
        await target.FindReady(host.Interrupt);
        return (await _audit.Audit(results, target.Client?.Urls ?? target.Urls), submitted - collected);
    }

    private async Task<IReadOnlyList<string>> Ingest(RunningTarget target, IDataSource source)
    {
        // A run begins on an empty silo, and one that was just launched may have a database that is not empty: leftovers of another run
        // would be audited as this one's.
        await target.Client!.Clean("cleanup", host.Interrupt);
        display.Phase("ingest");
        await new Ingestion(target.Client!, source).Run(display.Details(), host.Interrupt);
        display.Phase("check");
        var differences = await LoadCheck.Run(target.Client!, source.Counts, host.Interrupt);
        if (differences is null) display.Detail("the target has no exports: what ingestion acknowledged counts");
        return differences ?? [];
    }

    private async Task Clean(RunningTarget target)
    {
        display.Phase("clean");
        if (!target.IsLaunched && target.Client is not null && !IsStateless)
            await target.Client.Clean("cleanup", CancellationToken.None);
    }
}

/// <summary>How a command ended.</summary>
/// <param name="ExitCode">See <see cref="Reporting.ExitCode"/>.</param>
internal sealed record RunOutcome(int ExitCode, IReadOnlyList<string> Lines);

/// <summary>Writes results, and notes if they could not be written: what is known in memory must not be lost with them.</summary>
internal sealed class Writing
{
    /// <summary>Why results could not be written; null if all could.</summary>
    public string? Problem { get; private set; }

    /// <summary>What to print about it; nothing if all could be written.</summary>
    public IEnumerable<string> Lines => Problem is null ? [] : [$"Results could not be written: {Problem}. These figures are all there is."];

    /// <summary>Notes a problem; the first counts.</summary>
    public void Note(string? problem) => Problem ??= problem;

    /// <returns>False if it could not write.</returns>
    public async Task<bool> Try(Func<Task> work)
    {
        try
        {
            await work();
            return true;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            Note(error.Message.TrimEnd('.'));
            return false;
        }
    }
}
