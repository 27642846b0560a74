namespace Marketplace.Driver.Reporting;

/// <summary>Whether the driver kept up.</summary>
/// <param name="SendLagMs">Time between a transaction being due and being sent, in milliseconds.</param>
/// <param name="Utilisation">Share of the machine's processor time that the driver used, 0–1.</param>
/// <param name="Unsent">Planned transactions never sent: the backlog was full, or the run ended first.</param>
/// <param name="RetiredCustomers">Customers put aside because their session could not be sealed.</param>
/// <param name="Bottleneck">Why the driver, not the target, bounded the result; null if it did not.</param>
internal sealed record DriverSummary(
    LatencySummary SendLagMs,
    double Utilisation,
    long Unsent,
    int RetiredCustomers,
    string? Bottleneck);
