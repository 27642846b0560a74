namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>A mean with its confidence.</summary>
/// <param name="Interval">Half of its 95 % confidence interval; null where too little is known of the spread.</param>
internal sealed record Estimate(double Mean, double? Interval, int Count)
{
    /// <summary>
    /// Repeats that an interval takes. That of two is 12.7 times their standard error, so it says nothing but that there are two.
    /// </summary>
    public const int RepeatsMin = 3;

    /// <summary>The mean of values from repeats; its interval where they are enough.</summary>
    /// <returns>Null if there is none.</returns>
    public static Estimate? Of(IReadOnlyCollection<double> values)
    {
        if (values.Count == 0) return null;
        var mean = values.Average();
        if (values.Count < RepeatsMin) return new Estimate(mean, null, values.Count);
        var variance = values.Sum(value => (value - mean) * (value - mean)) / (values.Count - 1);
        return new Estimate(mean, StudentT.Quantile975(values.Count - 1) * Math.Sqrt(variance / values.Count), values.Count);
    }

    /// <summary>How many times the other one this is. The two were measured independently: their relative errors add up as squares.</summary>
    /// <returns>Null if the other one is 0.</returns>
    public Estimate? Over(Estimate other)
    {
        if (other.Mean == 0) return null;
        var ratio = Mean / other.Mean;
        double? interval = Interval is { } own && other.Interval is { } its
            ? Math.Sqrt(own * own + ratio * its * (ratio * its)) / Math.Abs(other.Mean)
            : null;
        return new Estimate(ratio, interval, Math.Min(Count, other.Count));
    }
}
