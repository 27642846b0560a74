using System.Collections.Immutable;
using System.CommandLine;
using System.Globalization;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Studies;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Studies;
using Marketplace.Driver.Target;
using Marketplace.Driver.Target.Servers;

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

    private readonly Option<string[]> _part = new("--part")
    {
        Description = "Runs only this part; may be given several times. What the folder has of the others stays in the report. Default: all.",
    };

    private readonly Option<bool> _dryRun = new("--dry-run") { Description = "Prints the points of each part, and starts nothing." };

    public Command Create()
    {
        _profile.AcceptOnlyFromAmong("small", "paper");
        var command = new Command(
            "study", "Measures what publications claim, and says what is confirmed. Continues a study of the same file in --output.")
        {
            _file, _profile, _part, options.Set, options.Output, options.Quiet, _dryRun,
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
        var study = StudyLoader.Load(parsed.GetRequiredValue(_file), profile, parsed.GetValue(options.Set) ?? [], Lack());
        var asked = parsed.GetValue(_part) ?? [];
        var known = study.Parts.Select(part => part.Name).ToList();
        if (asked.Except(known).FirstOrDefault() is { } unknown)
            throw new ScenarioException(study.Text.Name, "$.parts", $"expected --part with one of {string.Join(", ", known)}, found {unknown}");

        if (parsed.GetValue(_dryRun))
        {
            foreach (var line in StudyPlan.Lines(study, asked))
                await host.Out.WriteLineAsync(line);
            return ExitCode.Done;
        }

        RunCommand.WarnOfDebugBuild(host);
        await LaunchCheck.Run(
            study.Parts.SelectMany(part => part.Sweep?.Points ?? []).Select(point => point.Scenario), host.Interrupt);
        var folder = new StudyFolder(Path.GetFullPath(parsed.GetValue(options.Output) ?? RunCommand.DefaultFolder(host, study.Text.Name)));
        var sweeps = new Dictionary<string, SweepResult>();
        var rates = new Dictionary<string, ImmutableSortedDictionary<string, double>>();
        var writing = new Writing();
        foreach (var part in study.Parts)
        {
            if (part.Sweep is not { } sweep || host.Interrupt.IsCancellationRequested) continue;
            if (part.Rate is { } rate)
            {
                if (sweeps.GetValueOrDefault(rate.Of) is not { } before || OpenRates.Of(sweep, before, rate.Share) is not { } rated) continue;
                (sweep, rates[part.Name]) = rated;
            }

            var sweepFolder = folder.Of(part.Name);
            await sweepFolder.RequireOwn(sweep);
            if (!IsAsked(part, asked))
            {
                if (SweepFolder.IsSweep(sweepFolder.Path)) sweeps[part.Name] = await sweepFolder.Read(host.Interrupt);
                continue;
            }

            await using var run = new SweepRun(host, sweep, sweepFolder, parsed.GetValue(options.Quiet));
            await writing.Try(run.Run);
            sweeps[part.Name] = run.Result();
            await writing.Try(() => sweepFolder.WriteReport(sweeps[part.Name], CancellationToken.None));
        }

        var result = new StudyResult(
            study.Text,
            profile,
            MachineReader.Version,
            MachineReader.Read(),
            [
                .. study.Parts.Select(part => new StudiedPart(part.Name, part.Title, part.Sweep is not null, part.NotRun)
                {
                    Rates = rates.GetValueOrDefault(part.Name),
                }),
            ],
            []).Judge(sweeps);
        await writing.Try(() => folder.Write(result, sweeps, CancellationToken.None));
        await Show(host, folder, result);
        foreach (var line in writing.Lines)
            await host.Out.WriteLineAsync(line);
        return writing.Problem is not null ? ExitCode.NotWritten
            : host.Interrupt.IsCancellationRequested ? ExitCode.Interrupted
            : Code(sweeps.Values);
    }

    /// <summary>Whether a part is run.</summary>
    /// <param name="asked">Names of those that are; none for all.</param>
    public static bool IsAsked(StudyPart part, IReadOnlyCollection<string> asked) => asked.Count == 0 || asked.Contains(part.Name);

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

    private static Func<string, string?, string?> Lack()
    {
        var programs = ServerPrograms.OfMachine();
        return (need, server) => StudyNeeds.Lack(need, server, programs);
    }
}

/// <summary>What a study would run.</summary>
internal static class StudyPlan
{
    /// <param name="asked">Names of the parts that are run; none for all.</param>
    public static IEnumerable<string> Lines(Study study, IReadOnlyCollection<string> asked)
    {
        foreach (var part in study.Parts.Where(part => StudyCommand.IsAsked(part, asked)))
        {
            yield return $"{part.Name}: {part.Title}";
            foreach (var (arm, reason) in part.NotRun)
                yield return $"  not run: {arm}, because {reason}";
            if (part.Sweep is not { } sweep) continue;
            if (part.Rate is var (of, share))
                yield return string.Create(CultureInfo.InvariantCulture, $"  rate: {share} of the lowest throughput that the arms reach in {of}");
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
