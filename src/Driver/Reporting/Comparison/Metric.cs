namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>One figure of a run that can be compared with that of another.</summary>
/// <param name="Name">Its name in JSON and CSV, unit last where it has one.</param>
/// <param name="Of">Reads it; null where the run has none.</param>
internal sealed record Metric(string Name, string Title, Func<RunSummary, double?> Of)
{
    /// <summary>What one run knows of its spread: half of a 95 % confidence interval; null if it knows nothing.</summary>
    public Func<RunSummary, double?> IntervalOf { get; init; } = static _ => null;

    /// <summary>True for a share of 1, which tables show in percent.</summary>
    public bool IsShare { get; init; }
}
