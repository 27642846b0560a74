namespace Marketplace.Driver.Reporting;

/// <summary>A distribution of times, in milliseconds, to 1 %.</summary>
internal sealed record LatencySummary(double Mean, double P50, double P90, double P95, double P99, double P999, double Max);
