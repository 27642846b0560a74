using System.Globalization;

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
    string? Bottleneck)
{
    /// <summary>The share of a latency that its send lag may be, before it is doubtful.</summary>
    private const double LagShareMax = 0.1;

    /// <summary>Which latencies the driver's own lateness is a part of; null if it is less than a tenth of each.</summary>
    public string? LagWarning { get; init; }

    /// <summary>Finds the latencies of which the send lag is more than a tenth.</summary>
    /// <param name="lag">The send lag.</param>
    /// <param name="transactions">The transactions by name.</param>
    public static string? Doubt(LatencySummary lag, IReadOnlyDictionary<string, TransactionSummary> transactions)
    {
        var doubtful = transactions.Where(kind => kind.Value.Submitted > 0 && lag.P50 > LagShareMax * kind.Value.LatencyMs.P50)
            .OrderBy(kind => kind.Value.LatencyMs.P50)
            .Select(kind => string.Create(CultureInfo.InvariantCulture, $"{kind.Key} {kind.Value.LatencyMs.P50:0.0##} ms")).ToList();
        return doubtful.Count == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"the send lag, p50 {lag.P50:0.0##} ms, is more than a tenth of the p50 of {string.Join(", ", doubtful)}");
    }
}
