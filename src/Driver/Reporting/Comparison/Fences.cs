namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>
/// Tukey's outer fences: a value is an outlier if it is further from the quartiles than three times their distance. The inner fences, at half
/// of that, would mark a value of a third of all series of five, by chance alone; these mark one of an eighth. An outlier is shown, and
/// counts like any other value: only who made the run can know whether it is a fault of the measurement.
/// </summary>
internal readonly record struct Fences(double Low, double High)
{
    /// <summary>How many values it takes: fewer have no quartiles that would mean something.</summary>
    public const int ValuesMin = 5;

    /// <summary>What stands behind a mean that has an outlier among its values.</summary>
    public const string Mark = "°";

    /// <summary>What is said of the mark below a table.</summary>
    public const string Note = $"{Mark} marks an outlier among the values: beyond Tukey's outer fences. None is left out.";

    private const double Reach = 3;

    // Values that are equal but for their last bits are no outliers.
    private const double Tolerance = 1e-9;

    /// <returns>Null if there are too few values.</returns>
    public static Fences? Of(IReadOnlyCollection<double> values)
    {
        if (values.Count < ValuesMin) return null;
        var sorted = values.Order().ToList();
        var (first, third) = (Quantile(sorted, 0.25), Quantile(sorted, 0.75));
        var reach = Reach * (third - first) + Tolerance * Math.Max(Math.Abs(first), Math.Abs(third));
        return new Fences(first - reach, third + reach);
    }

    /// <summary>How many of some values are outliers; none if they are too few.</summary>
    public static int Count(IReadOnlyCollection<double> values) => Of(values) is { } fences ? values.Count(fences.IsOutside) : 0;

    public bool IsOutside(double value) => value < Low || value > High;

    // Between the values around it, as spreadsheets do.
    private static double Quantile(List<double> sorted, double share)
    {
        var at = (sorted.Count - 1) * share;
        var below = (int)at;
        return below + 1 < sorted.Count ? sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]) : sorted[below];
    }
}

/// <summary>A value that is far from the others of its figure.</summary>
/// <param name="Figure">Title of the figure.</param>
/// <param name="Where">The run, or the epoch of a single run.</param>
internal sealed record Outlier(string Figure, string Contender, string Where, double Value, double FenceLow, double FenceHigh);
