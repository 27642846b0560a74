using System.Collections.Immutable;
using System.CommandLine;
using System.CommandLine.Completions;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Commands;

/// <summary>`compare`: the results of runs side by side.</summary>
internal sealed class CompareCommand(DriverHost host)
{
    private const int RunsMin = 2;
    private const int RunsMax = 20;
    private const string Sweep = "it holds a sweep, the folders of whose points can be compared";

    private readonly Argument<string[]> _runs = new("runs")
    {
        Description = "Two to twenty folders of runs, or folders whose subfolders are repeats of one run. What holds no run is skipped, with a "
            + "note. Ratios are relative to the first.",
        Arity = ArgumentArity.OneOrMore,
    };

    private readonly Option<string?> _output = new("--output")
    {
        Description = "Folder for comparison.json, comparison.csv and comparison.html. Default: they are not written.",
    };

    private readonly Option<string[]> _failIf = new("--fail-if")
    {
        Description = "Ends with exit code 4 if the whole 95 % confidence interval of a ratio to the first is beyond a bound, for example "
            + $"\"throughput < 0.95\". May be repeated. Figures: {string.Join(", ", Threshold.Figures)}.",
        AllowMultipleArgumentsPerToken = false,
        HelpName = "figure < bound",
        CompletionSources = { _ => Threshold.Figures.Select(figure => new CompletionItem(figure)) },
    };

    public Command Create()
    {
        var command = new Command("compare", "Shows the figures of runs side by side, with their ratios.") { _runs, _failIf, _output };
        command.SetAction(Run);
        return command;
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var folders = parsed.GetRequiredValue(_runs);
        var conditions = (parsed.GetValue(_failIf) ?? []).Select(text => Threshold.Require(text, "--fail-if")).ToList();
        folders = await Runs(folders);
        var contenders = ImmutableArray.CreateBuilder<Contender>();
        foreach (var (folder, label) in folders.Zip(Labels(folders)))
            contenders.Add(await Contender.Read(folder, label, host.Interrupt));
        var all = contenders.ToImmutable();
        var result = Comparer.Compare(all);
        result = result with { Conditions = [.. conditions.SelectMany(condition => RatioCondition.Decide(condition, result))] };
        foreach (var line in ComparisonWriter.Lines(result, host.Width))
            await host.Out.WriteLineAsync(line);
        if (parsed.GetValue(_output) is { } output)
            await host.Out.WriteLineAsync($"report: {await ComparisonWriter.Write(result, all, output, host.Interrupt)}");
        return result.Conditions.Any(condition => condition.Verdict == RatioCondition.Fails) ? ExitCode.Thresholds : ExitCode.Done;
    }

    /// <summary>Leaves out what holds no run, as a pattern such as runs/q* finds more than runs.</summary>
    private async Task<string[]> Runs(string[] paths)
    {
        if (Array.Find(paths, path => !Path.Exists(path)) is { } nowhere) throw new RunFolderException($"There is no folder {nowhere}.");
        var runs = paths.Where(Contender.IsOne).ToArray();
        foreach (var other in paths.Except(runs))
            await host.Out.WriteLineAsync($"Note: {other} is skipped: {(SweepFolder.IsSweep(other) ? Sweep : "it holds no run")}.");
        return runs.Length is >= RunsMin and <= RunsMax
            ? runs
            : throw new ScenarioException("compare", "RUN", $"expected {RunsMin} to {RunsMax} folders of runs, found {runs.Length}");
    }

    /// <summary>The last part of each path, where these tell the folders apart.</summary>
    private static string[] Labels(string[] folders)
    {
        string[] names = [.. folders.Select(folder => Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder))))];
        return names.Distinct().Count() == names.Length ? names : folders;
    }
}
