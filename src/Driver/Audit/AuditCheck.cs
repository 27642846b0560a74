using System.Collections.Immutable;

namespace Marketplace.Driver.Audit;

/// <summary>What one check found.</summary>
/// <param name="Id">Its name in docs/criteria.md, for example "stock.bounds".</param>
/// <param name="Criterion">The criterion or the part of the system that it speaks of, for example "S#3".</param>
/// <param name="Statement">What must hold, in one sentence.</param>
/// <param name="Level">The level that held, for example "all-or-nothing"; "not checkable" where the target hides what it needs.</param>
/// <param name="Claimed">True if the settings of the target claim the level of this check: a violation then fails the run.</param>
/// <param name="Examined">Facts examined.</param>
/// <param name="Violations">Violations found.</param>
/// <param name="Witnesses">The first violations, each in a sentence that names tid and rows; at most 10.</param>
/// <param name="Passed">False if it is claimed and violated.</param>
/// <param name="Note">What a reader should know besides: what was left out, or why it could not be made; null for nothing.</param>
internal sealed record AuditCheck(
    string Id,
    string Criterion,
    string Statement,
    string Level,
    bool Claimed,
    long Examined,
    long Violations,
    ImmutableArray<string> Witnesses,
    bool Passed,
    string? Note = null);
