using System.Text.RegularExpressions;
using Marketplace.Driver.Commands.Display;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Scenarios;
using Microsoft.Extensions.Time.Testing;
using Spectre.Console;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed partial class DisplayTests
{
    private static readonly char[] LineEnds = ['\r', '\n'];

    private readonly FakeTimeProvider _time = new();

    private static readonly SeriesRow Row = new()
    {
        Second = 3,
        Phase = "measure",
        Throughput = [100, 20, 3, 1_000, 50],
        P50Ms = 0.5,
        P99Ms = 12.25,
        MaxMs = 80.5,
        Outcomes = [1_173, 4, 0, 0, 2, 0, 0],
        DriverCores = 0.5,
        DriverMiB = 90,
    };

    [Fact]
    public async Task A_terminal_of_eighty_columns_shows_phases_progress_and_the_current_second()
    {
        var progress = new RunProgress(Epochs(warmUp: 2), null, _time);
        var text = await Show(new SweepPosition(3, 24, TimeSpan.FromMinutes(1)), progress, display =>
        {
            foreach (var phase in new[] { "generate", "start", "ingest", "check", "settle", "submit" })
                display.Phase(phase);
            _time.Advance(TimeSpan.FromSeconds(30));
            display.Detail("[half]");
            display.Second(Row with { Second = 30 });
        });

        string[] parts =
        [
            "a [strange] name", "✓ generate", "▸ submit", "[half]", "1,173 tx/s", "p50 0.50 ms", "p99 12.25 ms", "max 80.5 ms",
            "committed 1,173  rejected 4  timed-out 2", "updateDelivery 1,000", "43 %  about 0:39 left", "3/24", "about 21:39 left",
        ];
        Assert.All(parts, part => Assert.Contains(part, text, StringComparison.Ordinal));
        Assert.All(text.Split(LineEnds), line => Assert.True(line.Length <= 80, $"{line.Length} columns: {line}"));
        var height = text[..(text.IndexOf('╯', StringComparison.Ordinal) + 1)].Count(letter => letter == '\n');
        Assert.True(height is > 7 and < 20, text);
    }

    [Fact]
    public async Task A_title_that_is_too_long_is_cut()
    {
        var text = await Show(null, new RunProgress(Epochs(2), null, _time), display => display.Phase("generate"), new string('x', 200));
        Assert.Contains("x…", text, StringComparison.Ordinal);
        Assert.All(text.Split(LineEnds), line => Assert.True(line.Length <= 80, line));
    }

    [Fact]
    public void The_time_left_is_that_of_the_epochs_and_a_part_of_them_for_what_follows()
    {
        var progress = new RunProgress(Epochs(warmUp: 2), null, _time);
        Assert.Equal(60 * 1.15, progress.Left.TotalSeconds, 6);
        Assert.Equal(0, progress.Share, 2);
        _time.Advance(TimeSpan.FromSeconds(5));
        Second(progress, 20, "measure");
        Assert.Equal(40 + 9, progress.Left.TotalSeconds, 6);
        Second(progress, 61, "drain");
        progress.Phase(isAfterLoad: true);
        _time.Advance(TimeSpan.FromSeconds(4));
        progress.Phase(isAfterLoad: true);
        Assert.Equal((61 * 0.15) - 4, progress.Left.TotalSeconds, 6);
        _time.Advance(TimeSpan.FromSeconds(100));
        Assert.Equal(TimeSpan.Zero, progress.Left);
        Assert.InRange(progress.Share, 0.99, 1);
    }

    [Fact]
    public void A_warm_up_until_throughput_is_steady_is_guessed_until_it_is_over_and_operations_may_end_the_load_before()
    {
        var steady = new RunProgress(Epochs(warmUp: null), null, _time);
        Assert.Equal(72 * 1.15, steady.Left.TotalSeconds, 6);
        Second(steady, 4, "warm-up");
        Assert.Equal((72 - 4) + (0.15 * 72), steady.Left.TotalSeconds, 6);
        Second(steady, 10, "warm-up");
        Assert.Equal((76 - 10) + (0.15 * 76), steady.Left.TotalSeconds, 6);
        Second(steady, 59, "warm-up");
        Assert.Equal((120 - 59) + (0.15 * 120), steady.Left.TotalSeconds, 6);
        Second(steady, 61, "measure");
        Assert.Equal((120 - 61) + (0.15 * 120), steady.Left.TotalSeconds, 6);

        var counted = new RunProgress(Epochs(warmUp: 2), 2_358, _time);
        Second(counted, 1, "measure");
        Assert.Equal(1 + 2, counted.Left.TotalSeconds, 6);
    }

    [Fact]
    public void A_table_is_cut_to_the_terminal_and_says_so()
    {
        string[] head = ["protocol", "setting", "tx/s", "p50", "p99"];
        string[][] rows = [[new string('a', 30), "x", "1,000 ± 10", "1.00", "2.00"], ["b", new string('c', 20), "9", "1.00", "2.00"]];
        Assert.Equal(4, TextTable.Lines(head, rows, 2).Count());
        Assert.Equal(30 + 20 + 10 + 4 + 4 + 8, TextTable.Lines(head, rows, 2).Max(line => line.Length));

        var cut = TextTable.Lines(head, rows, 2, 60, "a file has them.").ToList();
        Assert.Equal([60, 60], cut.Skip(1).Take(2).Select(line => line.Length));
        Assert.Contains("aaa…", cut[2], StringComparison.Ordinal);
        Assert.Equal(4, cut.Count);

        var narrow = TextTable.Lines(head, rows, 2, 42, "a file has them.").ToList();
        Assert.Equal("2 more columns do not fit here: a file has them.", narrow[^1]);
        Assert.All(narrow.SkipLast(1), line => Assert.InRange(line.Length, 1, 42));
    }

    private static void Second(RunProgress progress, double second, string phase) =>
        progress.Second(Row with { Second = second, Phase = phase });

    private static EpochSettings Epochs(int? warmUp) =>
        new() { Count = 6, Seconds = 10, WarmUp = warmUp is { } epochs ? new WarmUp(epochs) : WarmUp.Steady, WarmUpLimit = 60 };

    private static async Task<string> Show(
        SweepPosition? position, RunProgress progress, Action<IRunDisplay> work, string title = "a [strange] name")
    {
        await using var text = new StringWriter();
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            Interactive = InteractionSupport.Yes,
            Out = new AnsiConsoleOutput(text),
        });
        console.Profile.Width = 80;
        IRunDisplay display = new TerminalDisplay(console, title, progress, position);
        var length = 0;
        Assert.Equal(7, await display.Show(() =>
        {
            work(display);
            length = text.ToString().LastIndexOf('╭');
            return Task.FromResult(7);
        }));
        return Escapes().Replace(text.ToString()[Math.Max(0, length)..], "");
    }

    [GeneratedRegex(@"\e\[[0-9;?]*[A-Za-z]")]
    private static partial Regex Escapes();

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
