using System.CommandLine;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>`collect`, `audit` and `report`: the steps that work on the folder of a run.</summary>
internal sealed class ResultCommands(DriverHost host, CommonOptions options)
{
    public Command Collect()
    {
        var command = new Command(
            "collect",
            "Checks that each submitted transaction has a result, and collects receipts that came late. Exit code 1 if some are missing.")
        {
            options.Folder, options.Run, options.Target,
        };
        command.SetAction(async parsed =>
        {
            var (folder, step) = Open(parsed);
            var results = await folder.Read(host.Interrupt);
            results = await new LateReceipts(host, folder).Collect(results, Targets(parsed, results));
            var (submitted, collected) = step.Collect(results.Manifest);
            await host.Out.WriteLineAsync($"{collected} of {submitted} transactions have a result");
            return submitted == collected ? ExitCode.Done : ExitCode.Violations;
        });
        return command;
    }

    public Command Audit()
    {
        var command = new Command("audit", "Audits a run again. The silo must not have been cleaned since.")
        {
            options.Folder, options.Run, options.Target,
        };
        command.SetAction(async parsed =>
        {
            var (folder, step) = Open(parsed);
            var results = await folder.Read(host.Interrupt);
            if (results.Manifest.Share is { } share)
                throw new RunFolderException($"{folder.Path} is the run of driver {share} alone: merge all of them, and audit that.");
            results = await step.Audit(results, Targets(parsed, results));
            var report = await step.Report(results);
            foreach (var line in ResultLines.Violations(results.Summary.Audit))
                await host.Out.WriteLineAsync(line);
            await host.Out.WriteLineAsync(ResultLines.Audited(results.Summary.Audit, report));
            return results.Summary.Audit is { Passed: true } ? ExitCode.Done : ExitCode.Violations;
        });
        return command;
    }

    public Command Report()
    {
        var repeats = new Option<int?>("--repeats") { Description = "Of a sweep: uses its first N repeats only. Default: all." };
        var command = new Command("report", "Writes report.html of a run again; of a sweep or study, its page, plots and tables.")
        {
            options.Folder, options.Run, repeats,
        };
        command.SetAction(async parsed =>
        {
            var path = options.RequireRun(parsed);
            if (StudyFolder.IsStudy(path))
            {
                await StudyCommand.Report(host, path);
                return;
            }

            if (SweepFolder.IsSweep(path))
            {
                await ReportSweep(new SweepFolder(Path.GetFullPath(path)), parsed.GetValue(repeats) ?? int.MaxValue);
                return;
            }

            var (folder, step) = Open(parsed);
            var results = await folder.Read(host.Interrupt);
            var report = await step.Report(results);
            await host.Out.WriteLineAsync(ResultLines.Measured(results.Summary));
            await host.Out.WriteLineAsync(ResultLines.Audited(results.Summary.Audit, report));
        });
        return command;
    }

    private async Task ReportSweep(SweepFolder folder, int repeats)
    {
        if (repeats < 1) throw new ScenarioException("--repeats", "NUMBER", "expected at least 1");
        var result = await folder.Read(host.Interrupt);
        await new SweepReport(host, folder).Show(SweepSummary.Again(result with
        {
            Repeats = Math.Min(repeats, result.Repeats),
            Runs = [.. result.Runs.Where(run => run.Repeat <= repeats)],
        }));
    }

    private Uri[] Targets(ParseResult parsed, RunResults results) => options.IsTargetGiven(parsed)
        ? options.RequireTarget(parsed, null)
        : [.. results.Manifest.Target.Select(url => new Uri(url))];

    private (RunFolder Folder, AuditStep Step) Open(ParseResult parsed)
    {
        var path = options.RequireRun(parsed);
        if (!Directory.Exists(path)) throw new RunFolderException($"There is no folder {path}: submit first.");
        var folder = new RunFolder(path);
        return (folder, new AuditStep(host, folder, new PlainDisplay(host.Out, isQuiet: false)));
    }
}
