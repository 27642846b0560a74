using System.CommandLine;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Data;
using Marketplace.Driver.Load;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>`submit`: warm-up, measurement and drain on a silo that holds the data set as ingested.</summary>
internal sealed class SubmitCommand(DriverHost host, CommonOptions options)
{
    private readonly Option<string?> _part = new("--part")
    {
        Description = "K/N, for example 2/4: this is the second of four drivers that share the load, and takes its part of it. "
            + "Default: one driver submits all.",
    };

    private readonly Option<string?> _run = new("--run")
    {
        Description = "Name of the run, the same for all drivers that share a load and a new one for each run: letters and digits. "
            + "Required with --part.",
    };

    private readonly Option<string?> _startAt = new("--start-at")
    {
        Description = "A time in UTC, for example 2026-11-25T10:15:00Z: the load begins then, not before, so that drivers that share it measure at "
            + "the same time. Default: at once.",
    };

    public Command Create()
    {
        var command = new Command(
            "submit", "Submits the workload of a scenario to a silo that holds its data set, and writes what was measured.")
        {
            options.Scenario, options.Set, options.Target, options.Output, options.Overwrite, options.Quiet, _part, _run, _startAt,
        };
        command.SetAction(parsed => Run(parsed));
        return command;
    }

    private (LoadShare Share, string? Run) Share(ParseResult parsed, Scenario scenario)
    {
        const int lettersMax = 16;
        var (part, run) = (parsed.GetValue(_part), parsed.GetValue(_run));
        if (part is null && run is null) return (LoadShare.Whole, null);
        if (part is null || run is null)
            throw new ScenarioException(part is null ? "--part" : "--run", "$", "is missing: --part and --run are given together");
        if (run.Length is 0 or > lettersMax || !run.All(char.IsAsciiLetterOrDigit))
            throw new ScenarioException("--run", "NAME", $"expected 1 to {lettersMax} letters and digits, found {run}");
        var share = LoadShare.Parse(part);
        share.Of(scenario);
        return (share, run);
    }

    private DateTimeOffset? Start(ParseResult parsed, Scenario scenario)
    {
        if (parsed.GetValue(_startAt) is not { } text) return null;
        if (scenario.Epochs.WarmUp.IsSteady)
        {
            throw new ScenarioException(
                "--start-at",
                "$",
                "needs an epochs.warmUp that is a number of epochs: until throughput is steady each driver would take its own time");
        }

        return CommonStart.Parse(text, host.Time);
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var scenario = options.Load(parsed);
        if (scenario.Workload.Kind != WorkloadSettings.Marketplace)
            throw new ScenarioException(scenario.Name, "$.workload.kind", "is of a store of records, which `run` and `sweep` measure as a whole");
        if (scenario.Target.Reference is null) options.RequireTarget(parsed, scenario);
        var (share, run) = Share(parsed, scenario);
        var start = Start(parsed, scenario);
        RunCommand.WarnOfDebugBuild(host);
        var folder = RunCommand.Folder(host, options, parsed, scenario.Name);
        var display = Displays.Create(host, scenario.Name, scenario, parsed.GetValue(options.Quiet));
        var writing = new Writing();
        var step = new LoadStep(host, scenario, folder, display, writing) { Share = share, RunId = run, StartAt = start };
        var results = await display.Show(async () =>
        {
            display.Phase("generate");
            var generator = new DataGenerator(scenario.Data, scenario.Seed);
            var source = await DataSets.Open(scenario, generator, display.Details(), host.Interrupt);
            var data = DataSets.Load(source, generator, host.Interrupt);
            await using var taken = await host.Targets.Take(scenario, folder.SiloLog, host.Interrupt);
            display.Phase("submit");
            return await step.Run(taken.Target, new MarketplaceWorkload(scenario, generator, data, share));
        });
        var broken = share.Count > 1 ? [] : ThresholdCheck.Broken(scenario, results.Summary);
        string[] lines =
        [
            .. ResultLines.Remarks(results.Summary), .. ResultLines.Ended(step.Ended), .. writing.Lines, .. broken,
            ResultLines.Measured(results.Summary),
        ];
        foreach (var line in lines)
            await host.Out.WriteLineAsync(line);
        await host.Out.WriteLineAsync($"results: {Path.GetRelativePath(Directory.GetCurrentDirectory(), folder.Path)}");
        return writing.Problem is not null ? ExitCode.NotWritten
            : host.Interrupt.IsCancellationRequested ? ExitCode.Interrupted
            : step.Ended is not null ? ExitCode.Target
            : results.Summary.Receipts is { Missing: > 0 } ? ExitCode.Violations
            : broken.Count > 0 ? ExitCode.Thresholds
            : ExitCode.Done;
    }
}
