using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Sweeps;
using static System.FormattableString;

namespace Marketplace.Driver.Commands;

/// <summary>Shows what a sweep found: as files, and as a table in the terminal.</summary>
internal sealed class SweepReport(DriverHost host, SweepFolder folder)
{
    /// <summary>Shows it. What is known is written also after Ctrl-C.</summary>
    /// <returns>Path of the folder, as a person would write it here.</returns>
    public async Task<string> Show(SweepResult result)
    {
        await folder.WriteReport(result, CancellationToken.None);
        await host.Out.WriteLineAsync();
        foreach (var line in SweepTable.Lines(result, host.Width))
            await host.Out.WriteLineAsync(line);
        var path = Path.GetRelativePath(Directory.GetCurrentDirectory(), folder.Path);
        await host.Out.WriteLineAsync($"{Verdict(result)} — report: {Path.Combine(path, "sweep.html")}");
        return path;
    }

    private static string Verdict(SweepResult result)
    {
        var passed = result.Runs.Where(run => ExitCode.IsClean(run.ExitCode)).ToList();
        var clean = passed.Where(run => run.Metrics.GetValueOrDefault("auditViolations") == 0).ToList();
        var parts = new List<string> { Invariant($"{clean.Count} of {result.Runs.Length} audits clean{Examined(clean)}") };
        if (passed.Count > clean.Count)
            parts.Add(Invariant($"{passed.Count - clean.Count} found violations of levels that are not claimed"));
        var violated = result.Runs.Count(run => run.ExitCode == ExitCode.Violations);
        if (violated > 0) parts.Add(Invariant($"{violated} failed their audit"));
        var broken = result.Runs.Count(run => run.ExitCode == ExitCode.Thresholds);
        if (broken > 0) parts.Add(Invariant($"{broken} broke a threshold"));
        var failed = result.Runs.Count(run => run.Problem is not null);
        if (failed > 0) parts.Add(Invariant($"{failed} {(failed == 1 ? "run" : "runs")} failed"));
        var bounded = result.Runs.Count(run => run.Bottleneck is not null);
        if (bounded > 0) parts.Add(Invariant($"{bounded} were bounded by the driver"));
        return string.Join(", ", parts);
    }

    private static string Examined(List<SweptRun> runs)
    {
        var checks = runs.Select(run => run.Metrics.GetValueOrDefault("auditExamined")).Distinct().Order().ToList();
        return checks switch
        {
            [] => "",
            [var same] => Invariant($" ({same} {(same == 1 ? "check" : "checks")} examined)"),
            _ => Invariant($" ({checks[0]} to {checks[^1]} checks examined)"),
        };
    }
}
