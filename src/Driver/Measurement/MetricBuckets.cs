using System.Collections.Immutable;

namespace Marketplace.Driver.Measurement;

/// <summary>A histogram as `/metrics` show it.</summary>
/// <param name="Cumulative">How many are no larger than each step, by that step; the last one is infinite and has them all.</param>
internal sealed record MetricBuckets(ImmutableSortedDictionary<double, long> Cumulative)
{
    /// <summary>Nothing counted.</summary>
    public static MetricBuckets None { get; } = new(ImmutableSortedDictionary<double, long>.Empty);

    /// <summary>How many there are.</summary>
    public long Count => Cumulative.GetValueOrDefault(double.PositiveInfinity);

    /// <summary>The last finite step; infinite if there is none.</summary>
    public double LastStep => Cumulative.Keys.Where(double.IsFinite).DefaultIfEmpty(double.PositiveInfinity).Last();

    /// <summary>Sets a step.</summary>
    /// <param name="line">The line of the metrics that has it.</param>
    public MetricBuckets UpTo(string line) => new(Cumulative.SetItem(MetricLine.Step(line), (long)MetricLine.Number(line)));

    /// <summary>The step that a quantile does not exceed; infinite where it is beyond the last finite one, null if nothing was counted.</summary>
    public double? Bound(double quantile) => Count > 0 ? Cumulative.First(step => step.Value >= quantile * Count).Key : null;

    /// <summary>What was counted since an earlier reading of the same process.</summary>
    public MetricBuckets Since(MetricBuckets before) => Combine(before, static (now, then) => now - then);

    /// <summary>The counts of two processes together, which have the same steps or none.</summary>
    public MetricBuckets Plus(MetricBuckets other) => Combine(other, static (one, two) => one + two);

    private MetricBuckets Combine(MetricBuckets other, Func<long, long, long> combine) => new(
        Cumulative.Keys.Union(other.Cumulative.Keys).ToImmutableSortedDictionary(
            step => step,
            step => combine(Cumulative.GetValueOrDefault(step), other.Cumulative.GetValueOrDefault(step))));
}
