using System.Collections.Immutable;
using System.Text.Json.Serialization;
using Marketplace.Audit.Replication;

namespace Marketplace.Audit;

/// <summary>What an audit found.</summary>
/// <param name="Passed">True if every check passed: no violation of a level that the target's settings claim, and nothing missing.</param>
/// <param name="Checks">The checks, in the order of docs/criteria.md.</param>
/// <param name="Notes">What the audit presumes, and what it could not see; for the reader, a sentence each.</param>
/// <param name="Replication">Which level of replication held; null if the target shows nothing of it.</param>
public sealed record AuditResult(
    bool Passed,
    ImmutableArray<AuditCheck> Checks,
    ImmutableArray<string> Notes,
    ReplicationSummary? Replication = null)
{
    /// <summary>How many checks came to what.</summary>
    public AuditVerdict Verdict => AuditVerdict.Of(Checks);

    /// <summary>The verdict in words.</summary>
    public string Sentence => AuditVerdict.Sentence(Checks);
}

/// <summary>What one check found.</summary>
/// <param name="Id">Its name in docs/criteria.md, for example "stock.bounds".</param>
/// <param name="Criterion">The criterion or the part of the system that it speaks of, for example "S#3".</param>
/// <param name="Statement">What must hold, in plain sentences.</param>
/// <param name="Level">The level that held, for example "all-or-nothing"; "not examined" where the facts that it needs are missing.</param>
/// <param name="Claimed">True if the settings of the target claim the level of this check: a violation then fails the run.</param>
/// <param name="Examined">Facts examined.</param>
/// <param name="Violations">Violations found.</param>
/// <param name="Witnesses">The first violations, each in a sentence that names tid and rows; at most 10.</param>
/// <param name="Passed">False if it is claimed and violated, or had to be examined and was not.</param>
/// <param name="Note">What a reader should know besides, for example what was left out; null for nothing.</param>
/// <param name="Reason">Why it was not examined; null if it was.</param>
public sealed record AuditCheck(
    string Id,
    string Criterion,
    string Statement,
    string Level,
    bool Claimed,
    long Examined,
    long Violations,
    ImmutableArray<string> Witnesses,
    bool Passed,
    string? Note = null,
    string? Reason = null)
{
    /// <summary>Level of a check that was not examined.</summary>
    public const string NotExamined = "not examined";

    /// <summary>What it comes to.</summary>
    public CheckVerdict Verdict => (Passed, Reason, Violations) switch
    {
        (false, not null, 0) => CheckVerdict.Missing,
        (true, not null, 0) => CheckVerdict.NotExamined,
        (false, _, _) => CheckVerdict.Violated,
        (true, _, 0) => CheckVerdict.Clean,
        _ => CheckVerdict.ViolatedNotClaimed,
    };
}

/// <summary>What one check comes to.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<CheckVerdict>))]
public enum CheckVerdict
{
    /// <summary>Examined, and no violation at all.</summary>
    [JsonStringEnumMemberName("clean")]
    Clean = 0,

    /// <summary>Violated, and the settings of the target claim that it holds: the run fails.</summary>
    [JsonStringEnumMemberName("violated")]
    Violated = 1,

    /// <summary>Violated, and nothing is claimed: a result, not a failure.</summary>
    [JsonStringEnumMemberName("violatedNotClaimed")]
    ViolatedNotClaimed = 2,

    /// <summary>Not examined: the settings or the target do not offer the facts, or there are none.</summary>
    [JsonStringEnumMemberName("notExamined")]
    NotExamined = 3,

    /// <summary>Not examined although it had to be: facts that should be there were not, or the scenario asks for the check: the run fails.</summary>
    [JsonStringEnumMemberName("missing")]
    Missing = 4,
}
