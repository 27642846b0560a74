using System.Collections.Immutable;
using Marketplace.Driver.Reporting;

namespace Marketplace.Driver.Criteria;

/// <summary>What the audit of one run tells of one criterion (criteria.json).</summary>
/// <param name="Criterion">The criterion.</param>
/// <param name="Level">The level that held.</param>
/// <param name="Claimed">Whether the settings claim any of its checks.</param>
/// <param name="Broken">Whether a claim was violated.</param>
/// <param name="Examined">Facts examined.</param>
/// <param name="Violations">Violations found, of claims and of what is only reported.</param>
internal sealed record CriterionResult(string Criterion, string Level, bool Claimed, bool Broken, long Examined, long Violations);

/// <summary>A run of one preset, with or without audit log.</summary>
/// <param name="Preset">The preset.</param>
/// <param name="AuditLog">Whether it kept an audit log.</param>
/// <param name="Problem">Why there is no audit; null if there is one.</param>
/// <param name="Passed">Whether no claim was violated, and nothing that should have been examined was not.</param>
/// <param name="Verdict">The verdict of its audit; null if there is none.</param>
/// <param name="Criteria">What the audit tells; empty without one.</param>
internal sealed record PresetResult(
    string Preset, bool AuditLog, string? Problem, bool Passed, string? Verdict, ImmutableArray<CriterionResult> Criteria);

/// <summary>All presets (criteria.json).</summary>
/// <param name="Scenario">Name of the scenario that they ran.</param>
/// <param name="DriverVersion">Version of driver and silo.</param>
/// <param name="Machine">The machine.</param>
/// <param name="Presets">The runs.</param>
internal sealed record CriteriaResult(string Scenario, string DriverVersion, MachineInfo Machine, ImmutableArray<PresetResult> Presets);
