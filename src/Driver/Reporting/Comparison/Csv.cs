using System.Globalization;

namespace Marketplace.Driver.Reporting.Comparison;

/// <summary>Lines of a CSV file (RFC 4180, decimal points).</summary>
internal static class Csv
{
    /// <summary>A line.</summary>
    /// <param name="cells">Texts and numbers; null is an empty cell.</param>
    public static string Line(IEnumerable<object?> cells) => string.Join(',', cells.Select(Cell));

    private static string Cell(object? cell)
    {
        var text = cell is double number ? number.ToString("R", CultureInfo.InvariantCulture)
            : Convert.ToString(cell, CultureInfo.InvariantCulture) ?? "";
        return text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
