using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Scenarios;
using static System.FormattableString;

namespace Marketplace.Driver.Reporting;

/// <summary>Holds a run to the thresholds of its scenario.</summary>
internal static class ThresholdCheck
{
    /// <summary>A sentence for each threshold that does not hold. One of a figure that the run does not have does not hold either.</summary>
    public static List<string> Broken(Scenario scenario, RunSummary summary) =>
    [
        .. from bound in scenario.Thresholds ?? new Dictionary<string, string>()
           let threshold = Threshold.Of(bound.Key, bound.Value)!
           let value = Metrics.All.Single(metric => metric.Name == threshold.Figure).Of(summary)
           where value is null || !threshold.Holds(value.Value)
           select $"Threshold {threshold} does not hold: {(value is { } found ? Invariant($"{found:0.####}") : "this run has no such figure")}.",
    ];
}
