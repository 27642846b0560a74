namespace Marketplace.Driver.Reporting;

/// <summary>A table in Markdown: names to the left, figures to the right.</summary>
internal static class MarkdownTable
{
    /// <param name="names">How many columns, from the left, are names.</param>
    public static IEnumerable<string> Lines(IReadOnlyList<string> head, IEnumerable<IReadOnlyList<string>> rows, int names) =>
        rows.Prepend([.. head.Select((_, column) => column < names ? "---" : "---:")]).Prepend(head).Select(Line);

    private static string Line(IReadOnlyList<string> cells) =>
        $"| {string.Join(" | ", cells.Select(cell => cell.Replace("|", "\\|", StringComparison.Ordinal)))} |";
}
