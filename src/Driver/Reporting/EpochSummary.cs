namespace Marketplace.Driver.Reporting;

/// <summary>One measured epoch.</summary>
/// <param name="Epoch">Its number, from 1, those of the warm-up counted.</param>
/// <param name="Seconds">Its length, in seconds; the last one may be cut short.</param>
/// <param name="Throughput">Committed transactions and successful queries a second.</param>
/// <param name="CompletedThroughput">The same with rejected and payment-failed ones.</param>
internal sealed record EpochSummary(int Epoch, double Seconds, double Throughput, double CompletedThroughput);
