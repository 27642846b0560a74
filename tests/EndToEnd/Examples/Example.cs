using System.Text.RegularExpressions;

namespace Marketplace.EndToEnd.Examples;

/// <summary>A fenced block of a page, or a command that a sentence of the page names.</summary>
/// <param name="Page">The page, from the root of the repository.</param>
/// <param name="Line">The first line of its text, from 1.</param>
/// <param name="Language">What the fence names; empty if it names nothing.</param>
internal sealed partial record Example(string Page, int Line, string Language, string Text)
{
    public const string Shell = "sh";

    /// <summary>The pages whose examples are checked.</summary>
    public static IEnumerable<string> Pages(string root) => Directory.EnumerateFiles(Path.Combine(root, "docs"), "*.md")
        .Concat(new[] { "README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md" }.Select(page => Path.Combine(root, page)))
        .Select(page => Path.GetRelativePath(root, page))
        .Order(StringComparer.Ordinal);

    /// <summary>The fenced blocks of a page.</summary>
    public static IEnumerable<Example> Blocks(string page, string[] lines)
    {
        for (var i = 0; i < lines.Length; i++)
        {
            if (!lines[i].TrimStart().StartsWith("```", StringComparison.Ordinal))
                continue;

            var text = lines.Skip(i + 1).TakeWhile(line => line.Trim() != "```").ToArray();
            yield return new Example(page, i + 2, lines[i].TrimStart()[3..], string.Join('\n', text));
            i += text.Length + 1;
        }
    }

    /// <summary>
    /// The commands that the sentences and tables of a page name, such as `driver schema`. Those with a placeholder (FILE, …) only show a form.
    /// </summary>
    public static IEnumerable<Example> Commands(string page, string[] lines) =>
        Prose(lines).SelectMany(
            line => Code().Matches(line.Text).Select(match => match.Groups[1].Value).Where(IsCommand),
            (line, command) => new Example(page, line.Number, Shell, Completed(command)));

    /// <summary>The lines of a page that are in no fenced block.</summary>
    public static IEnumerable<(int Number, string Text)> Prose(string[] lines)
    {
        var isFenced = false;
        for (var i = 0; i < lines.Length; i++)
        {
            var isFence = lines[i].TrimStart().StartsWith("```", StringComparison.Ordinal);
            if (!isFence && !isFenced)
                yield return (i + 1, lines[i]);

            isFenced ^= isFence;
        }
    }

    // The driver as it is started, which the reader gives the rest.
    private static string Completed(string command) =>
        command.EndsWith(" --", StringComparison.Ordinal) || command.EndsWith(".dll", StringComparison.Ordinal) ? command + " --help" : command;

    private static bool IsCommand(string text) => Command().IsMatch(text) && !Placeholder().IsMatch(text);

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"^([A-Z]+=\S+ )*(dotnet (run|build|format|artifacts\S+)|driver \S+|kubectl \S+ \S+|\./test|\.ci/run|benchmarks/\w+\.sh)( |$)")]
    private static partial Regex Command();

    [GeneratedRegex(@"(?<![\w=])[A-Z]{3,}\b(?!=)|…|\.\.\.")]
    private static partial Regex Placeholder();
}
