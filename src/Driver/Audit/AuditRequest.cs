using Marketplace.Audit;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Audit;

/// <summary>What an audit works on.</summary>
/// <param name="Targets">Base addresses of the target, at least one; the first that can be reached is asked.</param>
/// <param name="History">Everything that the driver submitted, and what came back.</param>
internal sealed record AuditRequest(
    IReadOnlyList<Uri> Targets,
    Scenario Scenario,
    DataSetCounts Counts,
    HistoryReader History,
    DriverFacts Driver);
