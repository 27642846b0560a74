using System.Text.RegularExpressions;
using Xunit;

namespace Marketplace.Architecture.Tests;

/// <summary>What docs/adding-a-protocol.md shows is what the source says.</summary>
public sealed partial class TutorialTests
{
    private const string Page = "docs/adding-a-protocol.md";

    [Fact]
    public void Code_in_the_tutorial_is_an_excerpt_of_the_source_that_it_names_last()
    {
        var (lines, source, blocks) = (File.ReadAllLines(Path.Combine(Repository.Root, Page)), "", 0);
        for (var i = 0; i < lines.Length; i++)
        {
            source = Source().Matches(lines[i]).LastOrDefault()?.Groups[1].Value ?? source;
            if (lines[i] == "```csharp")
            {
                var block = lines.Skip(i + 1).TakeWhile(line => line != "```").ToArray();
                Assert.True(IsIn(source, block), $"{Page}, line {i + 1}: {source} does not say this.\n{string.Join('\n', block)}");
                (i, blocks) = (i + block.Length + 1, blocks + 1);
            }
        }

        Assert.True(blocks > 10, $"Only {blocks} blocks of code were found.");
    }

    [Fact]
    public void Commands_in_the_tutorial_name_what_is_there()
    {
        var page = File.ReadAllText(Path.Combine(Repository.Root, Page));
        var paths = Argument().Matches(page).Select(match => match.Groups[1].Value).ToList();
        Assert.NotEmpty(paths);
        Assert.All(paths, path => Assert.True(
            File.Exists(Path.Combine(Repository.Root, path)) || Directory.Exists(Path.Combine(Repository.Root, path)), path));
    }

    // Whole lines one after the other, further in by the same number of blanks.
    private static bool IsIn(string source, string[] block)
    {
        var lines = File.ReadAllLines(Path.Combine(Repository.Root, source));
        return Enumerable.Range(0, lines.Length - block.Length + 1).Any(start =>
        {
            var indent = new string(' ', lines[start].Length - lines[start].TrimStart(' ').Length);
            return block.Zip(lines.Skip(start)).All(pair => pair.Second == (pair.First.Length == 0 ? "" : indent + pair.First));
        });
    }

    [GeneratedRegex(@"\]\(\.\./([^)]+\.cs)\)")]
    private static partial Regex Source();

    [GeneratedRegex(@"(?<=[ \n])((?:src|tests|config)/[^\s`]+)")]
    private static partial Regex Argument();
}
