using Marketplace.Audit;

namespace Marketplace.Driver.Audit;

/// <summary>Checks a run against the target's exports (audit.md).</summary>
internal interface IAudit
{
    /// <summary>Runs every check that the target and the history allow.</summary>
    /// <returns>The checks with what they found.</returns>
    /// <exception cref="HttpRequestException">The target did not answer.</exception>
    Task<AuditResult> RunAsync(AuditRequest request, IProgress<string> progress, CancellationToken cancellationToken);
}
