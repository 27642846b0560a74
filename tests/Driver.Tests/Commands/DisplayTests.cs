using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Measurement;
using Spectre.Console;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class DisplayTests
{
    private static readonly SeriesRow Row = new()
    {
        Second = 3,
        Phase = "measure",
        Throughput = [100, 20, 3, 1_000, 50],
        P50Ms = 0.5,
        P99Ms = 12.25,
        Outcomes = [1_173, 4, 0, 0, 2, 0, 0],
        DriverCores = 0.5,
        DriverMiB = 90,
    };

    [Fact]
    public async Task A_terminal_shows_phases_and_the_current_second()
    {
        await using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            Interactive = InteractionSupport.Yes,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = 160;
        IRunDisplay display = new TerminalDisplay(console, "a [strange] name");
        var result = await display.Show(() =>
        {
            display.Phase("generate");
            display.Phase("submit");
            display.Detail("[half]");
            display.Second(Row);
            return Task.FromResult(7);
        });

        Assert.Equal(7, result);
        foreach (var part in new[] { "a [strange] name", "✓ generate", "▸ submit", "[half]", "1,173", "12.25", "timed-out 2/s" })
            Assert.Contains(part, text.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Elsewhere_a_second_is_a_line_and_quiet_leaves_it_out()
    {
        using var text = new StringWriter();
        new PlainDisplay(text, isQuiet: false).Second(Row);
        Assert.Equal(
            "  measure    3 s: 1,173 tx/s, p50 0.50 ms, p99 12.25 ms, 4 rejected, 2 timed-out",
            text.ToString().TrimEnd());

        using var quiet = new StringWriter();
        IRunDisplay display = new PlainDisplay(quiet, isQuiet: true);
        display.Phase("submit");
        display.Second(Row);
        Assert.Equal("submit ...", quiet.ToString().TrimEnd());
    }
}
