using Marketplace.Audit;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Audit;

/// <summary>Checks a run against the target's exports (audit.md).</summary>
internal interface IAudit
{
    /// <summary>Runs every check that the target and the history allow.</summary>
    /// <returns>The checks with what they found.</returns>
    /// <exception cref="HttpRequestException">The target did not answer.</exception>
    Task<AuditResult> Run(AuditRequest request, IProgress<string> progress, CancellationToken cancellationToken);
}

/// <summary>What an audit works on.</summary>
/// <param name="Targets">Base addresses of the target, at least one; the first that can be reached is asked.</param>
/// <param name="History">Everything that the driver submitted, and what came back.</param>
internal sealed record AuditRequest(
    IReadOnlyList<Uri> Targets,
    Scenario Scenario,
    DataSetCounts Counts,
    HistoryReader History,
    DriverFacts Driver)
{
    /// <summary>Where what the target shows is kept; null if it is not.</summary>
    public string? FactsFolder { get; init; }
}
