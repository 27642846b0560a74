using System.CommandLine;
using System.Globalization;
using Marketplace.Driver.Sweeps;

namespace Marketplace.Driver.Commands;

/// <summary>`sweep`: a grid of settings, loads and repeats.</summary>
/// <param name="host">The process.</param>
/// <param name="options">The options.</param>
internal sealed class SweepCommand(DriverHost host, CommonOptions options)
{
    private readonly Argument<string> _file = new("sweep") { Description = "Sweep file (docs/experiments.md)." };

    /// <summary>The command.</summary>
    public Command Create()
    {
        var command = new Command("sweep", "Runs a scenario over a grid of values, repeats interleaved; goes on in the --output of an earlier one.")
        {
            _file, options.Set, options.Target, options.Output, options.Quiet,
        };
        command.SetAction(RunAsync);
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed)
    {
        var file = parsed.GetRequiredValue(_file);
        var sweep = SweepLoader.Load(file, parsed.GetValue(options.Set) ?? [], scenario => options.Retarget(parsed, scenario));
        RunCommand.WarnOfDebugBuild(host);
        var folder = new SweepFolder(Path.GetFullPath(parsed.GetValue(options.Output) ?? DefaultFolder(sweep)));
        await using var run = new SweepRun(host, sweep, folder, parsed.GetValue(options.Quiet));
        var result = await run.RunAsync();
        await folder.WriteAsync(result);
        await SweepPage.WriteAsync(result, folder.Report, CancellationToken.None);
        await host.Out.WriteLineAsync();
        foreach (var line in SweepTable.Lines(result))
            await host.Out.WriteLineAsync(line);
        var path = Path.GetRelativePath(Directory.GetCurrentDirectory(), folder.Path);
        await host.Out.WriteLineAsync($"{Verdict(result)} — report: {Path.Combine(path, "sweep.html")}");
        if (!host.Interrupt.IsCancellationRequested) return result.Runs.Select(run => run.ExitCode).Append(ExitCode.Done).Max();
        await host.Out.WriteLineAsync($"Interrupted; driver sweep {file} --output {path} goes on.");
        return ExitCode.Interrupted;
    }

    private static string Verdict(SweepResult result)
    {
        var parts = new List<string> { Text($"{result.Runs.Count(run => run.ExitCode == ExitCode.Done)} of {result.Runs.Length} audits clean") };
        var violated = result.Runs.Count(run => run.ExitCode == ExitCode.Violations);
        if (violated > 0) parts.Add(Text($"{violated} found violations"));
        var failed = result.Runs.Count(run => run.Problem is not null);
        if (failed > 0) parts.Add(Text($"{failed} runs failed"));
        var bounded = result.Runs.Count(run => run.Bottleneck is not null);
        if (bounded > 0) parts.Add(Text($"{bounded} were bounded by the driver"));
        return string.Join(", ", parts);
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private string DefaultFolder(Sweep sweep) => RunCommand.DefaultFolder(host, sweep.Name);
}
