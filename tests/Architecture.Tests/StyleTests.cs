using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>The part of the style that an analyzer does not hold.</summary>
public sealed partial class StyleTests
{
    private const int LinesMax = 400;
    private const int ColumnsMax = 150;

    private static IEnumerable<string> Sources =>
        new[] { "src", "tests", "benchmarks" }.SelectMany(folder => Repository.Files(folder, "*.cs"));

    [Fact]
    public void Files_are_small()
    {
        var large = Sources.Select(file => (File: Repository.Relative(file), Lines: File.ReadLines(file).Count()))
            .Where(file => file.Lines > LinesMax);
        Assert.Empty(large);
    }

    [Fact]
    public void Lines_fit_the_screen()
    {
        var wide = Sources
            .SelectMany(file => File.ReadLines(file).Select((line, i) => (File: Repository.Relative(file), Line: i + 1, line.Length)))
            .Where(line => line.Length > ColumnsMax);
        Assert.Empty(wide);
    }

    [Fact]
    public void Usings_are_in_order_those_of_System_first()
    {
        var unordered = Sources.Where(file =>
        {
            var usings = File.ReadLines(file).Select(line => Using().Match(line)).Where(match => match.Success).ToList();
            return !usings.SequenceEqual(usings.OrderBy(Order, StringComparer.Ordinal));
        });
        Assert.Empty(unordered.Select(Repository.Relative));

        // Namespaces, static ones and aliases, each by name; a dot goes before every letter.
        static string Order(Match match)
        {
            var name = (match.Groups["alias"].Success ? match.Groups["alias"] : match.Groups["name"]).Value.ToLowerInvariant();
            var kind = match.Groups["alias"].Success ? 2 : match.Groups["static"].Success ? 1 : 0;
            var rest = name.Split('.')[0] == "system" ? 0 : 1;
            return $"{(match.Groups["global"].Success ? 0 : 1)}{kind}{rest}{name.Replace('.', '\t')}";
        }
    }

    [Fact]
    public void Nothing_is_left_for_later()
    {
        var unfinished = Sources.Where(file => !file.EndsWith("StyleTests.cs", StringComparison.Ordinal))
            .SelectMany(file => File.ReadLines(file).Where(line => Unfinished().IsMatch(line)), (file, line) => (Repository.Relative(file), line));
        Assert.Empty(unfinished);
    }

    [Fact]
    public void Links_between_documents_lead_somewhere()
    {
        var pages = Repository.Files("docs", "*.md").Append(Path.Combine(Repository.Root, "README.md"));
        var broken =
            from page in pages
            from Match link in Link().Matches(File.ReadAllText(page))
            let target = link.Groups[1].Value
            where !target.Contains("://", StringComparison.Ordinal)
            let file = Path.Combine(Path.GetDirectoryName(page)!, target)
            where !File.Exists(file) && !Directory.Exists(file)
            select (Repository.Relative(page), target);
        Assert.Empty(broken);
    }

    [Fact]
    public void Links_to_a_heading_of_a_document_name_one_that_is_there()
    {
        var broken =
            from page in Repository.Files("docs", "*.md").Concat(Directory.EnumerateFiles(Repository.Root, "*.md"))
            from Match link in Anchor().Matches(File.ReadAllText(page))
            let target = link.Groups[1].Value
            let file = target.Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, target)
            where !target.Contains("://", StringComparison.Ordinal) && !Anchors(file).Contains(link.Groups[2].Value)
            select (Repository.Relative(page), link.Value);
        Assert.Empty(broken);
    }

    // As GitHub and Markdown renderers make them: lower case, without punctuation, hyphens for blanks.
    private static IEnumerable<string> Anchors(string file) => File.ReadLines(file)
        .Where(line => line.StartsWith('#'))
        .Select(line => NoAnchor().Replace(line.TrimStart('#').Trim().ToLowerInvariant(), "").Replace(' ', '-'));

    [GeneratedRegex(@"\b(TODO|FIXME|HACK|NotImplementedException)\b|\bSkip = ""|Thread\.Sleep")]
    private static partial Regex Unfinished();

    [GeneratedRegex(@"^(?<global>global )?using (?<static>static )?(?:(?<alias>\w+) = )?(?<name>[^(;=]+);")]
    private static partial Regex Using();

    [GeneratedRegex(@"\]\(([^)#\s]+)(?:#[^)]*)?\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"\]\(([^)#\s]*)#([^)]+)\)")]
    private static partial Regex Anchor();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NoAnchor();
}
