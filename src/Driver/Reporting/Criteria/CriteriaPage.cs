namespace Marketplace.Driver.Reporting.Criteria;

/// <summary>A page with a table of criteria between two marks.</summary>
internal sealed class CriteriaPage(string path)
{
    /// <summary>The line before the table.</summary>
    public const string Begin = "<!-- criteria: written by `driver criteria` -->";

    /// <summary>The line after it.</summary>
    public const string End = "<!-- end of criteria -->";

    /// <summary>The lines between the marks.</summary>
    /// <exception cref="InvalidDataException">The page has not both marks, once each.</exception>
    public async Task<IReadOnlyList<string>> Read()
    {
        var lines = await File.ReadAllLinesAsync(path);
        var (begin, end) = Find(lines);
        return lines[(begin + 1)..end];
    }

    /// <summary>Replaces what is between the marks.</summary>
    /// <exception cref="InvalidDataException">The page has not both marks, once each.</exception>
    public async Task Write(IEnumerable<string> table)
    {
        var lines = await File.ReadAllLinesAsync(path);
        var (begin, end) = Find(lines);
        await File.WriteAllTextAsync(path, string.Join('\n', [.. lines[..(begin + 1)], "", .. table, "", .. lines[end..], ""]));
    }

    private (int Begin, int End) Find(string[] lines)
    {
        var (begin, end) = (Array.IndexOf(lines, Begin), Array.IndexOf(lines, End));
        return begin >= 0 && begin < end && Array.LastIndexOf(lines, Begin) == begin && Array.LastIndexOf(lines, End) == end
            ? (begin, end)
            : throw new InvalidDataException($"{path} needs a line {Begin} and after it a line {End}, once each, to write the table between.");
    }
}
