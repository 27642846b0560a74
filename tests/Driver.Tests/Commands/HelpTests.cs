using System.CommandLine;
using System.CommandLine.Help;
using Marketplace.Driver.Commands;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class HelpTests : IDisposable
{
    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    [Theory]
    [InlineData("run", "--output", "runs/NAME-TIME")]
    [InlineData("submit", "--output", "runs/NAME-TIME")]
    [InlineData("sweep", "--output", "runs/NAME-TIME")]
    [InlineData("criteria", "--output", "runs/NAME-TIME")]
    [InlineData("report", "<run>", "Folder of the run. Required, here or as --output.")]
    [InlineData("compare", "--output", "Default: they are not written.")]
    [InlineData("generate", "--data", "Required, unless data.store is duckdb")]
    [InlineData("ingest", "--data", "Default: the data set is generated while it is sent.")]
    [InlineData("clean", "--keep-data", "Default: empties it (PATCH /cleanup).")]
    public async Task Help_says_what_an_option_is_without_a_value(string command, string option, string expected)
    {
        Assert.Equal(ExitCode.Done, await _host.Run(command, "--help"));

        var help = string.Join(' ', _host.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains(expected, help[help.IndexOf(option, StringComparison.Ordinal)..], StringComparison.Ordinal);

        // What it says is beside the option, not behind a list of all values.
        Assert.DoesNotContain(new string(' ', 80), _host.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("There is no command swep. Did you mean sweep?", "swep", "x")]
    [InlineData("There is no command colect. Did you mean collect?", "colect")]
    [InlineData("There is no command fly.", "fly")]
    [InlineData("run has no option --outptu. Did you mean --output?", "run", "config/quickstart.json", "--outptu", "x")]
    [InlineData("run has no option --over. Did you mean --overwrite?", "run", "--over", "x")]
    [InlineData("sweep has no option --repeats.", "sweep", "x.json", "--repeats=3")]
    [InlineData("There is no option --verson. Did you mean --version?", "--verson")]
    public async Task A_word_that_is_misspelt_is_named_with_what_was_meant(string expected, params string[] arguments)
    {
        Assert.Equal(ExitCode.Usage, await _host.Run(arguments));

        Assert.Equal([expected, "driver --help shows the commands and their options.", ""], _host.Error.ReplaceLineEndings("\n").Split('\n'));
    }

    [Theory]
    [InlineData("co", "compare", "completion", "collect")]
    [InlineData("run x.json --ov", "--overwrite")]
    [InlineData("run x.json --set load.con", "load.concurrency=")]
    [InlineData("compare a b --fail-if checkoutP9", "checkoutP99Ms")]
    public async Task A_shell_is_told_what_can_follow(string line, params string[] expected)
    {
        Assert.Equal(ExitCode.Done, await _host.Run($"[suggest:{line.Length}]", line));

        var told = _host.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        Assert.Superset(new HashSet<string>(expected), told.ToHashSet());
    }

    [Fact]
    public async Task The_version_names_the_commit()
    {
        Assert.Equal(ExitCode.Done, await _host.Run("--version"));

        Assert.Matches(@"^\d+\.\d+\.\d+(\+[0-9a-f]{40})?\r?\n$", _host.Out);
    }

    [Fact]
    public void Commands_and_options_are_explained_in_sentences()
    {
        var symbols = DriverCli.Create(_host.Host).Subcommands.SelectMany(command => new List<Symbol>(
            [command, .. command.Options.Where(option => option is not HelpOption), .. command.Arguments]));

        Assert.All(symbols, symbol => Assert.True(symbol.Description?.EndsWith('.') == true, $"{symbol.Name}: {symbol.Description}"));
    }
}
