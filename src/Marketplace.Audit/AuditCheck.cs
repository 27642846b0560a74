using System.Collections.Immutable;

namespace Marketplace.Audit;

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
