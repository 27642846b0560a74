using System.Collections.Immutable;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios.Studies;

namespace Marketplace.Driver.Reporting.Studies;

/// <summary>study.json, a public format (docs/studies.md).</summary>
/// <param name="Claims">The claims with their verdicts, in the order of the study.</param>
internal sealed record StudyResult(
    StudyText Text,
    string Profile,
    string DriverVersion,
    MachineInfo Machine,
    ImmutableArray<StudiedPart> Parts,
    ImmutableArray<ClaimResult> Claims)
{
    /// <summary>Judges the claims by what was measured.</summary>
    /// <param name="sweeps">What was measured, by part.</param>
    public StudyResult Judge(IReadOnlyDictionary<string, SweepResult> sweeps) => this with
    {
        Claims = [.. Text.Claims.Select(claim => Judge(claim, sweeps))],
    };

    // A closed loop hides stalls: where there is an open one, that decides.
    private static ClaimResult Judge(StudyClaim claim, IReadOnlyDictionary<string, SweepResult> sweeps)
    {
        var closed = Of(claim, sweeps.GetValueOrDefault(claim.Part));
        if (claim.Open is null || closed.Verdict == Verdict.NotRun) return closed;
        if (sweeps.GetValueOrDefault(claim.Open) is not { } sweep) return closed.With("closed loop");
        var open = Of(claim, sweep);
        return open.With("open loop").With($"in the closed loop {FigureText.Ratio(closed.Ratio)}, {closed.Verdict}");
    }

    private static ClaimResult Of(StudyClaim claim, SweepResult? sweep)
    {
        var found = ClaimJudge.Judge(claim, sweep);
        var isOther = found.Verdict != Verdict.NotRun && claim.Needs == "mongodb"
            && sweep!.Runs.Any(run => run.Database?.StartsWith("FerretDB", StringComparison.Ordinal) == true);
        return isOther ? found.With("FerretDB, not MongoDB") : found;
    }
}

/// <summary>A part of a study that was measured.</summary>
/// <param name="Name">Its name; its sweep lies in the folder of that name.</param>
/// <param name="IsRun">False if none of its arms can be run.</param>
/// <param name="NotRun">Arms that were not run, with the reason.</param>
internal sealed record StudiedPart(string Name, string Title, bool IsRun, ImmutableSortedDictionary<string, string> NotRun)
{
    /// <summary>Arrivals a second by the labels that decide them, where they follow from another part; null where they do not.</summary>
    public ImmutableSortedDictionary<string, double>? Rates { get; init; }
}
