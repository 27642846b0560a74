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
            + (isShare ? " %" : "") + (estimate.Outliers > 0 ? $" {Fences.Mark}" : "");
    }

    /// <summary>An outlier, with the fences that it is beyond.</summary>
    public static string Outlier(Outlier outlier) => $"{Fences.Mark} {outlier.Figure} of {outlier.Contender}, {outlier.Where}: "
        + Invariant($"{outlier.Value:0.###} (fences {outlier.FenceLow:0.###} to {outlier.FenceHigh:0.###})");

    /// <summary>What is said of ratios below a table.</summary>
    /// <param name="test">The test that decides.</param>
    public static string RatioNote(string test) =>
        $"[…] is the 95 % confidence interval of a ratio. * marks a difference at the 5 % level: {test} of the logarithms.";

    /// <summary>A ratio, with its interval where it has one, and a star if it differs from 1; a dash for none.</summary>
    public static string Ratio(Ratio? ratio)
    {
        if (ratio is null) return "–";
        return $"{Factor(ratio.Mean)}×"
            + (ratio is { Low: { } low, High: { } high } ? $" [{Factor(low)}, {Factor(high)}]" : "")
            + (ratio.Differs == true ? " *" : "");
    }

    // Small ones in two significant digits: 0.00 would say nothing.
    private static string Factor(double value)
    {
        var decimals = value is <= 0 or >= 0.1 ? 2 : 1 + (int)Math.Ceiling(-Math.Log10(value));
        return value.ToString(Invariant($"F{decimals}"), CultureInfo.InvariantCulture);
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
    private const string Gap = "  ";

    // Names are cut to this before a column is left out.
    private const int NameMin = 14;

    /// <summary>Lines up columns: names to the left, figures to the right.</summary>
    /// <param name="names">How many columns, from the left, are names.</param>
    /// <param name="width">Columns of the terminal: what does not fit is cut, and told; null for any.</param>
    /// <param name="rest">Where the columns are that do not fit.</param>
    public static IEnumerable<string> Lines(
        IReadOnlyList<string> head, IReadOnlyList<IReadOnlyList<string>> rows, int names, int? width = null, string rest = "") =>
        Lines(head, rows, [.. head.Select((_, column) => column < names)], width, rest);

    /// <summary>Lines up columns: names to the left, figures to the right.</summary>
    /// <param name="isName">Whether a column holds names.</param>
    /// <param name="width">Columns of the terminal: what does not fit is cut, and told; null for any.</param>
    /// <param name="rest">Where the columns are that do not fit.</param>
    public static IEnumerable<string> Lines(
        IReadOnlyList<string> head, IReadOnlyList<IReadOnlyList<string>> rows, bool[] isName, int? width, string rest)
    {
        var widths = head.Select((cell, i) => Math.Max(cell.Length, rows.Select(row => row[i].Length).DefaultIfEmpty().Max())).ToList();
        var shown = width is { } room ? Fit(widths, isName, room) : widths.Count;
        yield return Line(head);
        yield return string.Join(Gap, widths.Take(shown).Select(cell => new string('-', cell)));
        foreach (var row in rows)
            yield return Line(row);
        if (shown < head.Count) yield return $"{head.Count - shown} more columns do not fit here: {rest}";

        string Line(IReadOnlyList<string> cells) => string.Join(Gap, cells.Take(shown).Select((cell, i) => Cell(cell, i))).TrimEnd();

        string Cell(string cell, int column)
        {
            var text = cell.Length > widths[column] ? $"{cell[..(widths[column] - 1)]}…" : cell;
            return isName[column] ? text.PadRight(widths[column]) : text.PadLeft(widths[column]);
        }
    }

    /// <summary>Cuts names, the longest first, until all columns fit; then leaves out columns from the right.</summary>
    /// <returns>How many columns are left.</returns>
    private static int Fit(List<int> widths, bool[] isName, int room)
    {
        while (Total(widths.Count) > room && Longest() is { } name)
            widths[name]--;
        var names = isName.TakeWhile(name => name).Count();
        var (shown, least) = (widths.Count, names < widths.Count ? names + 1 : 2);
        while (shown > least && Total(shown) > room)
            shown--;
        return shown;

        int Total(int columns) => widths.Take(columns).Sum() + Gap.Length * (columns - 1);

        int? Longest() => isName.Index().Where(column => column.Item && widths[column.Index] > NameMin)
            .Select(column => (int?)column.Index).MaxBy(column => widths[column!.Value]);
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
