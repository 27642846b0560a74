using System.Collections.Immutable;
using System.Text.Json.Serialization;
using MathNet.Numerics.Distributions;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>comparison.json: runs side by side (docs/experiments.md).</summary>
/// <param name="Contenders">What is compared; ratios are relative to the first.</param>
/// <param name="Settings">Members of the scenarios that are not the same in all.</param>
/// <param name="Metrics">The figures that at least one of them has.</param>
/// <param name="Warnings">What makes the comparison doubtful, a sentence each.</param>
internal sealed record ComparisonResult(
    ImmutableArray<ComparedContender> Contenders,
    ImmutableArray<ComparedSetting> Settings,
    ImmutableArray<ComparedMetric> Metrics,
    ImmutableArray<string> Warnings)
{
    /// <summary>What was asked of the ratios, and whether it holds.</summary>
    public ImmutableArray<RatioCondition> Conditions { get; init; } = [];

    /// <summary>Values that are far from the others; they count all the same.</summary>
    public ImmutableArray<Outlier> Outliers { get; init; } = [];
}

/// <summary>What is compared.</summary>
internal sealed record ComparedContender(string Label, ImmutableArray<string> Folders, int AuditsPassed);

/// <summary>A setting that differs.</summary>
/// <param name="Values">Its value in each contender; null where it is not set.</param>
internal sealed record ComparedSetting(string Path, ImmutableArray<string?> Values);

/// <summary>A figure.</summary>
/// <param name="IsShare">True for a share of 1.</param>
/// <param name="Values">Its value in each contender; null where it has none.</param>
/// <param name="Ratios">How many times the first contender's value; null for the first, and where there is none.</param>
internal sealed record ComparedMetric(
    string Name,
    string Title,
    bool IsShare,
    ImmutableArray<Estimate?> Values,
    ImmutableArray<Ratio?> Ratios);

/// <summary>A mean with its confidence.</summary>
/// <param name="Interval">Half of its 95 % confidence interval; null where too little is known of the spread.</param>
internal sealed record Estimate(double Mean, double? Interval, int Count)
{
    /// <summary>
    /// Repeats that an interval takes. That of two is 12.7 times their standard error, so it says nothing but that there are two.
    /// </summary>
    public const int RepeatsMin = 3;

    /// <summary>How many of the values are outliers (<see cref="Fences"/>); they count in the mean.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Outliers { get; init; }

    /// <summary>The mean of values from repeats; its interval where they are enough.</summary>
    /// <returns>Null if there is none.</returns>
    public static Estimate? Of(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0) return null;
        var mean = values.Average();
        if (values.Count < RepeatsMin) return new Estimate(mean, null, values.Count);
        var variance = values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
        var t = StudentT.InvCDF(0, 1, values.Count - 1, 0.975);
        return new Estimate(mean, t * Math.Sqrt(variance / values.Count), values.Count) { Outliers = Fences.Count(values) };
    }
}
