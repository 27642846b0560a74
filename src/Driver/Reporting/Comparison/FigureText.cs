using System.Globalization;
using Marketplace.Driver.Reporting.Html;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>Estimates as tables write them.</summary>
internal static class FigureText
{
    /// <summary>A value, with its interval where it has one; a dash for none.</summary>
    /// <param name="isShare">True for a share of 1.</param>
    public static string Value(Estimate? estimate, bool isShare)
    {
        if (estimate is null) return "–";
        return Number(estimate.Mean, isShare) + (estimate.Interval is { } interval ? $" ± {Number(interval, isShare)}" : "")
            + (isShare ? " %" : "");
    }

    /// <summary>A ratio, with its interval where it has one; a dash for none.</summary>
    public static string Ratio(Estimate? ratio)
    {
        if (ratio is null) return "–";
        return string.Create(CultureInfo.InvariantCulture, $"{ratio.Mean:0.00}×")
            + (ratio.Interval is { } interval ? string.Create(CultureInfo.InvariantCulture, $" ± {interval:0.00}") : "");
    }

    private static string Number(double value, bool isShare) =>
        isShare ? (100 * value).ToString("0.0#", CultureInfo.InvariantCulture) : Numbers.Rate(value);
}
