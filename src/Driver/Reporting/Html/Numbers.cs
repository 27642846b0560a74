using System.Globalization;

namespace Marketplace.Driver.Reporting.Html;

/// <summary>Numbers as the report writes them.</summary>
internal static class Numbers
{
    /// <summary>A count with its thousands apart.</summary>
    public static string Count(long value) => value.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>A rate: no decimals from 100 on.</summary>
    public static string Rate(double value) =>
        value.ToString(value is 0 or >= 100 ? "N0" : value >= 10 ? "N1" : "N2", CultureInfo.InvariantCulture);

    /// <summary>Milliseconds in three significant digits.</summary>
    public static string Ms(double value) =>
        value.ToString(value >= 100 ? "N0" : value >= 10 ? "N1" : value >= 1 ? "N2" : "N3", CultureInfo.InvariantCulture);

    /// <summary>A round number, as axes have them.</summary>
    public static string Tick(double value) => value.ToString("#,0.###", CultureInfo.InvariantCulture);

    /// <summary>A fraction in percent.</summary>
    public static string Percent(double value) => $"{(value * 100).ToString("0.#", CultureInfo.InvariantCulture)} %";

    /// <summary>Reads a number; null if a text is none.</summary>
    public static double? Parse(string text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && double.IsFinite(number) ? number : null;

    public static string Coordinate(double value) => value.ToString("0.##", CultureInfo.InvariantCulture);
}
