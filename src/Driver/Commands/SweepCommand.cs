using System.CommandLine;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.Driver.Target;

namespace Marketplace.Driver.Commands;

/// <summary>`sweep`: a grid of settings, loads and repeats.</summary>
internal sealed class SweepCommand(DriverHost host, CommonOptions options)
{
    private readonly Argument<string> _file = new("sweep")
    {
        Description = "Sweep file, for example config/sweeps/protocols.json (docs/experiments.md).",
    };

    public Command Create()
    {
        var command = new Command(
            "sweep", "Runs a scenario over a grid of values, with interleaved repeats. Continues a sweep of the same file in --output.")
        {
            _file, options.Set, options.Target, options.Output, options.Quiet,
        };
        command.SetAction(Run);
        return command;
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var file = parsed.GetRequiredValue(_file);
        var sweep = SweepLoader.Load(file, parsed.GetValue(options.Set) ?? [], scenario => options.Retarget(parsed, scenario));
        if (SweepRun.Notes(sweep, host.Cores).Where(note => note.IsSkipped).ToList() is var skipped && skipped.Count == sweep.Points.Length)
            throw new ScenarioException(file, "$.axes", $"this machine can run no point of it: {skipped[0].Text}");
        RunCommand.WarnOfDebugBuild(host);
        var folder = new SweepFolder(Path.GetFullPath(parsed.GetValue(options.Output) ?? DefaultFolder(sweep)));
        await folder.RequireOwn(sweep);
        await LaunchCheck.Run(sweep.Points.Select(point => point.Scenario), host.Interrupt);
        await using var run = new SweepRun(host, sweep, folder, parsed.GetValue(options.Quiet));
        var writing = new Writing();
        var path = "";
        await writing.Try(run.Run);
        var result = run.Result();
        await writing.Try(async () => path = await new SweepReport(host, folder).Show(result));
        if (writing.Problem is not null)
        {
            foreach (var line in SweepTable.Lines(result, host.Width).Concat(writing.Lines))
                await host.Out.WriteLineAsync(line);
            return ExitCode.NotWritten;
        }

        if (!host.Interrupt.IsCancellationRequested) return result.Runs.Select(run => run.ExitCode).Append(ExitCode.Done).Max();
        await host.Out.WriteLineAsync($"Interrupted; driver sweep {file} --output {path} goes on.");
        return ExitCode.Interrupted;
    }

    private string DefaultFolder(Sweep sweep) => RunCommand.DefaultFolder(host, sweep.Name);
}
