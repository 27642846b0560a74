using System.CommandLine;
using System.CommandLine.Help;
using Marketplace.Driver.Commands;
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
    [InlineData("compare", "--output", "Default: they are not written.")]
    [InlineData("generate", "--data", "Required.")]
    [InlineData("ingest", "--data", "Default: the data set is generated while it is sent.")]
    [InlineData("clean", "--keep-data", "Default: empties it (PATCH /cleanup).")]
    public async Task Help_says_what_an_option_is_without_a_value(string command, string option, string expected)
    {
        Assert.Equal(ExitCode.Done, await _host.Run(command, "--help"));

        var help = string.Join(' ', _host.Out.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains(expected, help[help.IndexOf(option, StringComparison.Ordinal)..], StringComparison.Ordinal);
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
