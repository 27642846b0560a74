using System.Collections.Immutable;
using Marketplace.Audit;

namespace Marketplace.Driver.Reporting.Criteria;

/// <summary>What the audit of one run tells of one criterion (criteria.json).</summary>
/// <param name="Claimed">Whether the settings claim any of its checks.</param>
/// <param name="Violations">Violations found, of claims and of what is only reported.</param>
internal sealed record CriterionResult(string Criterion, string Level, bool Claimed, bool Broken, long Examined, long Violations);

/// <summary>A run of one preset, with or without audit log.</summary>
/// <param name="Problem">Why there is no audit; null if there is one.</param>
/// <param name="Passed">Whether no claim was violated, and nothing that should have been examined was not.</param>
/// <param name="Verdict">The verdict of its audit; null if there is none.</param>
/// <param name="Criteria">What the audit tells; empty without one.</param>
internal sealed record PresetResult(
    string Preset, bool AuditLog, string? Problem, bool Passed, string? Verdict, ImmutableArray<CriterionResult> Criteria);

/// <summary>All presets (criteria.json).</summary>
internal sealed record CriteriaResult(string Scenario, string DriverVersion, MachineInfo Machine, ImmutableArray<PresetResult> Presets);

/// <summary>A criterion of the paper, or a part of the system that is checked like one.</summary>
/// <param name="Level">Tells the level that held from those that were made; at least one was.</param>
internal sealed record Criterion(
    string Name,
    ImmutableArray<string> Checks,
    Func<AuditResult, ImmutableArray<AuditCheck>, string> Level)
{
    /// <summary>Level of a criterion of whose checks none could be made.</summary>
    public string NotExamined { get; init; } = AuditCheck.NotExamined;

    /// <summary>What an audit tells of it.</summary>
    public CriterionResult Of(AuditResult audit)
    {
        var made = audit.Checks.Where(check => Checks.Contains(check.Id) && check.Level != AuditCheck.NotExamined).ToImmutableArray();
        return new CriterionResult(
            Name,
            made.IsEmpty ? NotExamined : Level(audit, made),
            made.Any(check => check.Claimed),
            made.Any(check => !check.Passed),
            made.Sum(check => check.Examined),
            made.Sum(check => check.Violations));
    }
}
