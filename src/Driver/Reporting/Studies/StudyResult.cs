using System.Collections.Immutable;
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
        Claims = [.. Text.Claims.Select(claim => ClaimJudge.Judge(claim, sweeps.GetValueOrDefault(claim.Part)))],
    };
}

/// <summary>A part of a study that was measured.</summary>
/// <param name="Name">Its name; its sweep lies in the folder of that name.</param>
/// <param name="IsRun">False if none of its arms can be run.</param>
/// <param name="NotRun">Arms that were not run, with the reason.</param>
internal sealed record StudiedPart(string Name, string Title, bool IsRun, ImmutableSortedDictionary<string, string> NotRun);
