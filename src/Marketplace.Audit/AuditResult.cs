using System.Collections.Immutable;
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
