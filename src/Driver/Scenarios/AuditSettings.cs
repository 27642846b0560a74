namespace Marketplace.Driver.Scenarios;

/// <summary>What is asked of the audit.</summary>
internal sealed record AuditSettings
{
    /// <summary>Names of checks that must be examined: the run fails if the target does not offer what one of them needs.</summary>
    public required string[] Require { get; init; }
}
