using System.CommandLine;
using System.CommandLine.Parsing;
using Marketplace.Contracts.Settings;

namespace Marketplace.Driver.Commands;

/// <summary>What is wrong with a command line, a sentence each; a word that is misspelt is named with what was probably meant.</summary>
internal static class UsageProblems
{
    public static IReadOnlyList<string> Of(ParseResult parsed)
    {
        // Else a misspelt option is taken for an argument, and what follows it is complained about.
        var unknown = parsed.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash)
            .Where(token => token.Type == TokenType.Argument && token.Value.StartsWith("--", StringComparison.Ordinal)).ToList();
        if (unknown.Count > 0) return [.. unknown.Select(token => Option(parsed, token.Value.Split('=')[0]))];
        return parsed.Errors.Count > 0 && parsed.CommandResult.Command is RootCommand root && parsed.UnmatchedTokens is [var verb, ..]
            ? [Sentence($"There is no command {verb}", verb, root.Subcommands)]
            : [.. parsed.Errors.Select(error => error.Message)];
    }

    private static string Option(ParseResult parsed, string name)
    {
        var command = parsed.CommandResult.Command;
        return Sentence(command is RootCommand ? $"There is no option {name}" : $"{command.Name} has no option {name}", name, command.Options);
    }

    private static string Sentence(string problem, string word, IEnumerable<Symbol> known)
    {
        var nearest = known.Where(symbol => !symbol.Hidden).Select(symbol => symbol.Name)
            .Select(name => (Name: name, Distance: name.StartsWith(word, StringComparison.OrdinalIgnoreCase) ? 0 : Spelling.Distance(word, name)))
            .OrderBy(candidate => candidate.Distance).FirstOrDefault();

        // Two slips, but not as many as there are letters.
        return nearest.Name is { } name && nearest.Distance <= 2 && 2 * nearest.Distance < name.TrimStart('-').Length
            ? $"{problem}. Did you mean {name}?"
            : $"{problem}.";
    }
}
