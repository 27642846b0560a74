using Marketplace.Driver.Scenarios;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>
/// What `compare --fail-if` asks of a ratio. It is decided on the 95 % confidence interval, not on the mean: else one comparison of two equal
/// systems in two would fail a bound of 1.
/// </summary>
/// <param name="Condition">The condition under which the comparison fails, such as "throughput &lt; 0.95".</param>
/// <param name="Contender">Whose ratio to the first contender it is about.</param>
/// <param name="Verdict"><see cref="Fails"/>, <see cref="Holds"/> or <see cref="Undecided"/>.</param>
/// <param name="Reason">The ratio with its interval, or why there is none.</param>
internal sealed record RatioCondition(string Condition, string Contender, string Verdict, string Reason)
{
    /// <summary>The whole interval meets the condition.</summary>
    public const string Fails = "fails";

    /// <summary>No part of the interval meets the condition.</summary>
    public const string Holds = "holds";

    /// <summary>A part of the interval meets the condition, or there is no interval.</summary>
    public const string Undecided = "undecided";

    /// <summary>The line for a terminal.</summary>
    public string Sentence => $"{Verdict}: {Condition} of {Contender}: {Reason}";

    /// <summary>Decides a condition for each contender but the first.</summary>
    public static IEnumerable<RatioCondition> Decide(Threshold condition, ComparisonResult result)
    {
        var metric = result.Metrics.FirstOrDefault(metric => metric.Name == condition.Figure);
        return result.Contenders.Select((contender, i) => (contender.Label, i)).Skip(1).Select(contender =>
        {
            var (verdict, reason) = metric is null ? (Undecided, "no run has this figure") : Decide(condition, metric, contender.i);
            return new RatioCondition(condition.ToString(), contender.Label, verdict, reason);
        });
    }

    private static (string Verdict, string Reason) Decide(Threshold condition, ComparedMetric metric, int contender)
    {
        if (metric.Ratios[contender] is not { } ratio)
            return (Undecided, metric.Values[0] is { Mean: 0 } ? "there is no ratio to 0" : "not all runs have this figure");
        if (ratio is not { Low: { } low, High: { } high })
            return (Undecided, Invariant($"{ratio.Mean:0.000}× without an interval: it takes {Estimate.RepeatsMin} repeats without zeros"));
        var ends = (condition.Holds(low) ? 1 : 0) + (condition.Holds(high) ? 1 : 0);
        return (ends switch { 0 => Holds, 2 => Fails, _ => Undecided }, Invariant($"{ratio.Mean:0.000}× [{low:0.000}, {high:0.000}]"));
    }
}
