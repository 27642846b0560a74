using MathNet.Numerics.Distributions;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>
/// How many times one figure is another: the ratio of geometric means. It is computed from logarithms, so that its interval is never
/// negative, and the ratio of B to A is the reciprocal of that of A to B.
/// </summary>
/// <param name="Low">Lower end of the 95 % confidence interval; null where too little is known of the spread.</param>
/// <param name="PValue">
/// How probable a difference at least as large is if both are the same: t-test of the logarithms, two-sided; of runs that were not made in
/// pairs that of Welch. Null without an interval.
/// </param>
internal sealed record Ratio(double Mean, double? Low, double? High, double? PValue, int Count)
{
    private const double Level = 0.05;

    /// <summary>Whether the two differ at the 5 % level, so that the interval does not hold 1; null if that can't be told.</summary>
    public bool? Differs => PValue is { } p ? p < Level : null;
}

/// <summary>The mean of the logarithms of a figure's values.</summary>
/// <param name="Variance">That of the mean; null where too little is known of the spread.</param>
/// <param name="Freedom">Degrees of freedom of the variance.</param>
/// <param name="Count">Runs behind it.</param>
internal readonly record struct LogMean(double Value, double? Variance, double Freedom, int Count)
{
    /// <returns>Null if there are none, or one has no logarithm because it is not positive.</returns>
    public static LogMean? Of(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0 || values.Min() <= 0) return null;
        var logs = values.Select(static value => Math.Log(value)).ToList();
        var (mean, freedom) = (logs.Average(), logs.Count - 1);
        double? variance = logs.Count < Estimate.RepeatsMin ? null : logs.Sum(log => (log - mean) * (log - mean)) / freedom / logs.Count;
        return new LogMean(mean, variance, freedom, logs.Count);
    }

    /// <summary>That of a single run that knows its spread.</summary>
    /// <param name="interval">Half of its 95 % confidence interval.</param>
    /// <param name="samples">From how many samples the interval comes.</param>
    public static LogMean OfRun(double value, double interval, int samples)
    {
        // The error of a logarithm is the relative error of its number.
        var error = interval / Quantile(samples - 1) / value;
        return new LogMean(Math.Log(value), error * error, samples - 1, 1);
    }

    /// <summary>The difference of two that were measured independently (Welch and Satterthwaite).</summary>
    public LogMean Minus(LogMean other)
    {
        var variance = Variance + other.Variance;
        var freedom = variance is null or 0
            ? Math.Min(Freedom, other.Freedom)
            : variance.Value * variance.Value / ((Square(Variance) / Freedom) + (Square(other.Variance) / other.Freedom));
        return new LogMean(Value - other.Value, variance, freedom, Math.Min(Count, other.Count));

        static double Square(double? number) => number!.Value * number.Value;
    }

    /// <summary>The ratio that this is the logarithm of.</summary>
    public Ratio ToRatio()
    {
        if (Variance is not { } variance) return new Ratio(Math.Exp(Value), null, null, null, Count);
        var error = Math.Sqrt(variance);
        var reach = Quantile(Freedom) * error;
        var p = Value == 0 ? 1 : error == 0 ? 0 : 2 * StudentT.CDF(0, 1, Freedom, -Math.Abs(Value) / error);
        return new Ratio(Math.Exp(Value), Math.Exp(Value - reach), Math.Exp(Value + reach), p, Count);
    }

    private static double Quantile(double freedom) => StudentT.InvCDF(0, 1, freedom, 0.975);
}
