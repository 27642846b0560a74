using System.CommandLine;
using System.Text.Json;
using Marketplace.Audit;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Criteria;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>`criteria`: which level of each criterion every preset holds, by audits of real runs.</summary>
internal sealed class CriteriaCommand(DriverHost host, CommonOptions options)
{
    private readonly Option<string?> _page = new("--page")
    {
        Description = $"Markdown file; the table is written between its lines {CriteriaPage.Begin} and {CriteriaPage.End}. Default: none.",
    };

    public Command Create()
    {
        var command = new Command(
            "criteria", "Runs a scenario with every preset, with and without audit log, and shows which levels of the criteria hold.")
        {
            options.Scenario, options.Set, options.Output, options.Overwrite, options.Quiet, _page,
        };
        command.SetAction(Run);
        return command;
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var file = parsed.GetRequiredValue(options.Scenario);
        Scenario Load(IEnumerable<string> more) => ScenarioLoader.Load(file, [.. parsed.GetValue(options.Set) ?? [], .. more]);
        var name = Load([]).Name;
        var page = parsed.GetValue(_page) is { } path ? new CriteriaPage(path) : null;
        if (page is not null) await page.Read();
        RunCommand.WarnOfDebugBuild(host);
        var folder = parsed.GetValue(options.Output) ?? RunCommand.DefaultFolder(host, name);
        var isQuiet = parsed.GetValue(options.Quiet);
        var overwrite = parsed.GetValue(options.Overwrite);
        var study = new CriteriaStudy(
            Load,
            (run, scenario) => Run(
                RunFolder.Take(Path.Combine(folder, run), overwrite), scenario, Displays.OfMany(host, run, scenario, isQuiet)));
        var result = await study.Run(MachineReader.Version, MachineReader.Read(), Tell);

        Directory.CreateDirectory(folder);
        await File.WriteAllTextAsync(
            Path.Combine(folder, "criteria.json"), JsonSerializer.Serialize(result, ResultsJson.Default.CriteriaResult));
        await File.WriteAllLinesAsync(Path.Combine(folder, "criteria.md"), CriteriaTable.Lines(result));
        if (page is not null) await page.Write(CriteriaTable.Lines(result));
        await host.Out.WriteLineAsync($"results: {Path.GetRelativePath(Directory.GetCurrentDirectory(), folder)}");
        return result.Presets.Any(preset => preset.Problem is not null) ? ExitCode.Target
            : result.Presets.All(preset => preset.Passed) ? ExitCode.Done
            : ExitCode.Violations;
    }

    private async Task<AuditResult?> Run(RunFolder folder, Scenario scenario, IRunDisplay display)
    {
        await display.Show(() => new BenchmarkRun(host, host.Targets, scenario, folder, display).Run());
        host.Interrupt.ThrowIfCancellationRequested();
        if (!RunFolder.IsRun(folder.Path)) return null;
        var results = await folder.Read(host.Interrupt);
        if (results.Summary.Audit is { Passed: true }) File.Delete(folder.History);
        return results.Summary.Audit;
    }

    private void Tell(PresetResult found)
    {
        var run = found.AuditLog ? $"{found.Preset} with audit log" : found.Preset;
        host.Out.WriteLine(found.Problem is { } problem ? $"{run}: not run: {problem}" : $"{run}: {found.Verdict}");
    }
}
