using System.Collections.Immutable;

namespace Marketplace.Driver.Audit;

/// <summary>One check.</summary>
/// <param name="Id">Its name in audit.md, for example "stock.bounds".</param>
/// <param name="Level">The level that held, or that was checked; "not checkable" where the target does not export what it needs.</param>
/// <param name="Examined">Facts examined.</param>
/// <param name="Violations">Violations found.</param>
/// <param name="Witnesses">The first violations, each in a sentence that names tid and rows; at most 10.</param>
/// <param name="Passed">False if a claimed level is violated.</param>
/// <param name="Note">What a reader should know besides: scope, why a check could not be made; null for nothing.</param>
internal sealed record AuditCheck(
    string Id,
    string Level,
    long Examined,
    long Violations,
    ImmutableArray<string> Witnesses,
    bool Passed,
    string? Note = null);
