using System.Globalization;
using Marketplace.Driver.Reporting.Html;
using static System.FormattableString;

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

    /// <summary>What is said of ratios below a table.</summary>
    /// <param name="test">The test that decides.</param>
    public static string RatioNote(string test) =>
        $"[…] is the 95 % confidence interval of a ratio. * marks a difference at the 5 % level: {test} of the logarithms.";

    /// <summary>A ratio, with its interval where it has one, and a star if it differs from 1; a dash for none.</summary>
    public static string Ratio(Ratio? ratio)
    {
        if (ratio is null) return "–";
        return Invariant($"{ratio.Mean:0.00}×")
            + (ratio.Low is null ? "" : Invariant($" [{ratio.Low:0.00}, {ratio.High:0.00}]"))
            + (ratio.Differs == true ? " *" : "");
    }

    private static string Number(double value, bool isShare) =>
        isShare ? (100 * value).ToString("0.0#", CultureInfo.InvariantCulture) : Numbers.Rate(value);
}

/// <summary>Says where repeats are too few for an interval.</summary>
internal static class RepeatsText
{
    /// <summary>Says it.</summary>
    /// <param name="counts">How many repeats there are of each thing that is shown.</param>
    /// <returns>For example "2 repeats, no interval"; null if there are enough everywhere.</returns>
    public static string? WithoutInterval(IEnumerable<int> counts)
    {
        var few = counts.Where(count => count is > 0 and < Estimate.RepeatsMin).Distinct().Order().ToList();
        if (few.Count == 0) return null;
        var numbers = string.Join(" or ", few.Select(count => count.ToString(CultureInfo.InvariantCulture)));
        return $"{numbers} {(few is [1] ? "repeat" : "repeats")}, no interval";
    }
}

/// <summary>A table for a terminal.</summary>
internal static class TextTable
{
    /// <summary>Lines up columns: names to the left, figures to the right.</summary>
    /// <param name="names">How many columns, from the left, are names.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<string> head, IReadOnlyList<IReadOnlyList<string>> rows, int names)
    {
        var widths = head.Select((cell, i) => Math.Max(cell.Length, rows.Select(row => row[i].Length).DefaultIfEmpty().Max())).ToList();
        yield return Line(head);
        yield return string.Join("  ", widths.Select(width => new string('-', width)));
        foreach (var row in rows)
            yield return Line(row);

        string Line(IReadOnlyList<string> cells) =>
            string.Join("  ", cells.Select((cell, i) => i < names ? cell.PadRight(widths[i]) : cell.PadLeft(widths[i]))).TrimEnd();
    }
}

/// <summary>Lines of a CSV file (RFC 4180, decimal points).</summary>
internal static class Csv
{
    /// <param name="cells">Texts and numbers; null is an empty cell.</param>
    public static string Line(IEnumerable<object?> cells) => string.Join(',', cells.Select(Cell));

    private static string Cell(object? cell)
    {
        var text = cell is double number ? number.ToString("R", CultureInfo.InvariantCulture)
            : Convert.ToString(cell, CultureInfo.InvariantCulture) ?? "";
        return text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
