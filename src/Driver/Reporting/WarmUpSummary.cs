namespace Marketplace.Driver.Reporting;

/// <summary>How the warm-up went.</summary>
/// <param name="Seconds">How long it took.</param>
/// <param name="Steady">Whether throughput was steady at its end; null where the scenario gives a number of epochs: then nobody looked.</param>
internal sealed record WarmUpSummary(double Seconds, bool? Steady)
{
    /// <summary>Seconds after which it would have ended, steady or not; null for a number of epochs.</summary>
    public double? LimitSeconds { get; init; }

    /// <summary>
    /// What the rule saw last: the difference between the two halves of six seconds, as a fraction of their mean; null if there were fewer, or
    /// nothing was committed in them.
    /// </summary>
    public double? Difference { get; init; }
}
