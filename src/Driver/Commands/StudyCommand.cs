using System.CommandLine;
using System.Globalization;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;

namespace Marketplace.Driver.Commands;

/// <summary>`study`: several sweeps, and the claims that they test.</summary>
internal sealed class StudyCommand(DriverHost host, CommonOptions options)
{
    private readonly Argument<string> _file = new("study")
    {
        Description = "Study file, for example config/studies/pools.json (docs/studies.md).",
    };

    private readonly Option<string> _profile = new("--profile")
    {
        Description = "small: minutes; paper: hours. Default: small.",
        DefaultValueFactory = static _ => "small",
    };

    private readonly Option<bool> _dryRun = new("--dry-run") { Description = "Prints the points of each part, and starts nothing." };

    public Command Create()
    {
        _profile.AcceptOnlyFromAmong("small", "paper");
        var command = new Command(
            "study", "Measures what publications claim, and says what is confirmed. Continues a study of the same file in --output.")
        {
            _file, _profile, options.Set, options.Output, options.Quiet, _dryRun,
        };
        command.SetAction(Run);
        return command;
    }

    /// <summary>Writes the report of a study again.</summary>
    public static async Task Report(DriverHost host, string path)
    {
        var folder = new StudyFolder(Path.GetFullPath(path));
        var (result, sweeps) = await folder.Read(host.Interrupt);
        await folder.Write(result, sweeps, host.Interrupt);
        await Show(host, folder, result);
    }

    private async Task<int> Run(ParseResult parsed)
    {
        var profile = parsed.GetValue(_profile)!;
        var study = StudyLoader.Load(parsed.GetRequiredValue(_file), profile, parsed.GetValue(options.Set) ?? [], Lack);
        if (parsed.GetValue(_dryRun))
        {
            foreach (var line in StudyPlan.Lines(study))
                await host.Out.WriteLineAsync(line);
            return ExitCode.Done;
        }

        RunCommand.WarnOfDebugBuild(host);
        var folder = new StudyFolder(Path.GetFullPath(parsed.GetValue(options.Output) ?? RunCommand.DefaultFolder(host, study.Text.Name)));
        var sweeps = new Dictionary<string, SweepResult>();
        var writing = new Writing();
        foreach (var part in study.Parts)
        {
            if (part.Sweep is null || host.Interrupt.IsCancellationRequested) continue;
            var sweepFolder = folder.Of(part.Name);
            await sweepFolder.RequireOwn(part.Sweep);
            await using var run = new SweepRun(host, part.Sweep, sweepFolder, parsed.GetValue(options.Quiet));
            await writing.Try(run.Run);
            sweeps[part.Name] = run.Result();
            await writing.Try(() => sweepFolder.WriteReport(sweeps[part.Name], CancellationToken.None));
        }

        var result = new StudyResult(
            study.Text,
            profile,
            MachineReader.Version,
            MachineReader.Read(),
            [.. study.Parts.Select(part => new StudiedPart(part.Name, part.Title, part.Sweep is not null, part.NotRun))],
            []).Judge(sweeps);
        await writing.Try(() => folder.Write(result, sweeps, CancellationToken.None));
        await Show(host, folder, result);
        foreach (var line in writing.Lines)
            await host.Out.WriteLineAsync(line);
        return writing.Problem is not null ? ExitCode.NotWritten
            : host.Interrupt.IsCancellationRequested ? ExitCode.Interrupted
            : Code(sweeps.Values);
    }

    private static int Code(IReadOnlyCollection<SweepResult> sweeps)
    {
        var runs = sweeps.SelectMany(sweep => sweep.Runs).ToList();
        if (runs.Exists(run => run.ExitCode == ExitCode.Violations)) return ExitCode.Violations;
        var hasDead = sweeps.Any(sweep => sweep.Runs.GroupBy(run => run.Point).Any(point => point.All(run => run.ExitCode == ExitCode.Target)));
        return hasDead ? ExitCode.Target : ExitCode.Done;
    }

    private static async Task Show(DriverHost host, StudyFolder folder, StudyResult result)
    {
        string[] head = ["claim", "statement", "measured", "verdict", "size"];
        var rows = result.Text.Claims.Zip(result.Claims, (claim, found) => (IReadOnlyList<string>)
            [claim.Id, claim.Text, StudySections.Measured(claim, found), found.Verdict, found.Size ?? ""]).ToList();
        if (rows.Count > 0)
        {
            foreach (var line in TextTable.Lines(head, rows, 2, host.Width, "study.md has them."))
                await host.Out.WriteLineAsync(line);
        }

        var verdicts = result.Claims.CountBy(claim => claim.Verdict)
            .Select(count => string.Create(CultureInfo.InvariantCulture, $"{count.Value} {count.Key}"));
        var report = Path.GetRelativePath(Directory.GetCurrentDirectory(), folder.Report);
        await host.Out.WriteLineAsync($"{string.Join(", ", verdicts)} — report: {report}");
    }

    // Nothing that a study may need besides is there on any machine yet.
    private static string? Lack(string need) => $"there is no {need}";
}

/// <summary>What a study would run.</summary>
internal static class StudyPlan
{
    public static IEnumerable<string> Lines(Study study)
    {
        foreach (var part in study.Parts)
        {
            yield return $"{part.Name}: {part.Title}";
            foreach (var (arm, reason) in part.NotRun)
                yield return $"  not run: {arm}, because {reason}";
            if (part.Sweep is not { } sweep) continue;
            foreach (var point in sweep.Points)
                yield return $"  {point.Number}: {string.Join(", ", point.Labels)}";
            var seconds = sweep.Repeats * sweep.Points.Sum(point => RunProgress.LeastSeconds(point.Scenario));
            var (points, runs) = (sweep.Points.Length, sweep.Points.Length * sweep.Repeats);
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"  {points} points, {sweep.Repeats} repeats: {runs} runs, at least {Math.Ceiling(seconds / 60)} min");
        }
    }
}
