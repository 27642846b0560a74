using System.Collections.Immutable;
using Marketplace.Audit;

namespace Marketplace.Driver.Reporting.Criteria;

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
