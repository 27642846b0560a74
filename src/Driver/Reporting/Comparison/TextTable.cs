namespace Marketplace.Driver.Reporting.Comparison;

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
