using System.CommandLine;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Merging;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>`merge`: one run of those of several drivers.</summary>
internal sealed class MergeCommand(DriverHost host, CommonOptions options)
{
    private const int RunsMax = 1_000;

    private readonly Argument<string[]> _runs = new("runs")
    {
        Description = "Folders of the runs of all drivers (driver submit --part).",
        Arity = new ArgumentArity(1, RunsMax),
    };

    private readonly Option<string?> _output = new("--output") { Description = "Folder for the merged run. Required." };

    public Command Create()
    {
        var command = new Command("merge", "Makes one run of those of several drivers that shared a load. Audit it afterwards.")
        {
            _runs, _output, options.Overwrite,
        };
        command.SetAction(parsed => Run(parsed));
        return command;
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var output = parsed.GetValue(_output) ?? throw new ScenarioException("--output", "FOLDER", "is missing: the folder for the merged run");
        var paths = parsed.GetRequiredValue(_runs);
        if (Array.Find(paths, path => !RunFolder.IsRun(path)) is { } wrong) throw new RunFolderException($"{wrong} is not the folder of a run.");
        var merge = await RunMerge.Open(paths.Select(path => new RunFolder(path)), host.Interrupt);
        var folder = RunFolder.Take(output, parsed.GetValue(options.Overwrite));
        var results = await merge.Write(folder, host.Interrupt);
        var broken = ThresholdCheck.Broken(results.Manifest.Scenario, results.Summary);
        string[] lines = [.. merge.Doubts(), .. ResultLines.Remarks(results.Summary), .. broken, ResultLines.Measured(results.Summary)];
        foreach (var line in lines)
            await host.Out.WriteLineAsync(line);
        await host.Out.WriteLineAsync($"results: {Path.GetRelativePath(Directory.GetCurrentDirectory(), folder.Path)}");
        return results.Manifest.Interrupted ? ExitCode.Interrupted : broken.Count > 0 ? ExitCode.Thresholds : ExitCode.Done;
    }
}
