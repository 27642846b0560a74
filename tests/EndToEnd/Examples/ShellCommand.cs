using System.Text;

namespace Marketplace.EndToEnd.Examples;

/// <summary>A command of a shell example, as the shell would run it: without quotes, comments and redirections, its variables filled in.</summary>
/// <param name="Environment">Names of the variables that are set for it alone.</param>
/// <param name="Words">The program and its arguments.</param>
internal sealed record ShellCommand(string[] Environment, string[] Words)
{
    /// <summary>Reads the part of a shell's language that examples use.</summary>
    /// <exception cref="FormatException">A quote is not closed.</exception>
    public static IReadOnlyList<ShellCommand> Read(string text) => new Reader(text.Replace("\\\n", " ", StringComparison.Ordinal)).Read();

    private sealed class Reader(string text)
    {
        private readonly List<ShellCommand> _commands = [];
        private readonly Dictionary<string, string> _variables = [];
        private readonly List<string> _words = [];
        private readonly StringBuilder _word = new();
        private bool _isWord;
        private int _at;

        public IReadOnlyList<ShellCommand> Read()
        {
            while (_at < text.Length)
                Next(text[_at++]);

            EndCommand();
            return _commands;
        }

        private void Next(char next)
        {
            switch (next)
            {
                case '\'':
                    Append(Until('\''));
                    break;
                case '"':
                    Append(Filled(Until('"')));
                    break;
                case '#' when !_isWord:
                    _at = text.IndexOf('\n', _at) is var end and >= 0 ? end : text.Length;
                    break;
                case '$' when _at < text.Length && text[_at] == '(':
                    _at++;
                    var inner = Until(')');
                    _commands.AddRange(ShellCommand.Read(inner));
                    Append($"$({inner})");
                    break;
                case '$':
                    // Not in quotes: the value is split into words.
                    foreach (var (i, word) in Variable().Split(' ', StringSplitOptions.RemoveEmptyEntries).Index())
                    {
                        if (i > 0)
                            EndWord();

                        Append(word);
                    }

                    break;
                case ' ':
                    EndWord();
                    break;
                case '\n' or '&' or '|' or ';':
                    EndCommand();
                    break;
                default:
                    Append(next.ToString());
                    break;
            }
        }

        private void Append(string part)
        {
            _word.Append(part);
            _isWord = true;
        }

        private string Until(char end)
        {
            var from = _at;
            _at = text.IndexOf(end, from) + 1;
            return _at > 0 ? text[from..(_at - 1)] : throw new FormatException($"expected {end} at the end of: {text[from..]}");
        }

        private string Variable()
        {
            var from = _at;
            while (_at < text.Length && (char.IsAsciiLetterOrDigit(text[_at]) || text[_at] == '_'))
                _at++;

            return _variables.GetValueOrDefault(text[from.._at], $"${text[from.._at]}");
        }

        private string Filled(string quoted) => _variables.Aggregate(
            quoted, static (filled, variable) => filled.Replace("$" + variable.Key, variable.Value, StringComparison.Ordinal));

        private void EndWord()
        {
            if (_isWord)
                _words.Add(_word.ToString());

            _word.Clear();
            _isWord = false;
        }

        private void EndCommand()
        {
            EndWord();
            var (words, redirected) = (_words.ToArray(), _words.FindIndex(static word => word is ">" or ">>" or "<"));
            _words.Clear();
            if (redirected >= 0)
                words = words[..redirected];

            var assigned = words.TakeWhile(IsAssignment).ToArray();
            if (words.Length > assigned.Length)
                _commands.Add(new ShellCommand([.. assigned.Select(word => word.Split('=')[0])], words[assigned.Length..]));
            else
                Assign(assigned);
        }

        private void Assign(string[] assigned)
        {
            foreach (var word in assigned)
                _variables[word.Split('=')[0]] = word[(word.IndexOf('=') + 1)..];
        }

        private static bool IsAssignment(string word) =>
            word.IndexOf('=') is var end and > 0 && word[..end].All(static letter => char.IsAsciiLetterOrDigit(letter) || letter == '_');
    }
}
