using System.Text.Json.Nodes;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

/// <summary>`compare --fail-if` decides on the interval of a ratio.</summary>
public sealed class FailIfTests : IDisposable
{
    private static readonly double[] Base = [9_990, 10_000, 10_010];

    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    [Theory]
    [InlineData("throughput < 0.95", new[] { 8_990.0, 9_000, 9_010 }, "fails", ExitCode.Thresholds)]
    [InlineData("throughput < 0.95", new[] { 9_700.0, 9_710, 9_720 }, "holds", ExitCode.Done)]
    [InlineData("throughput < 0.95", new[] { 7_000.0, 9_000, 11_000 }, "undecided", ExitCode.Done)]
    [InlineData("throughput > 1.05", new[] { 11_000.0, 11_010, 11_020 }, "fails", ExitCode.Thresholds)]
    [InlineData("throughput >= 1.2", new[] { 11_000.0, 11_010, 11_020 }, "holds", ExitCode.Done)]
    public async Task The_whole_interval_must_be_beyond_the_bound(string condition, double[] throughput, string verdict, int code)
    {
        var (old, changed) = (await Write("old", Base), await Write("new", throughput));

        Assert.Equal(code, await _host.Run("compare", old, changed, "--fail-if", condition, "--output", _host.Folder.File("out")));

        Assert.Matches($@"(?m)^{verdict}: {condition} of new: \d\.\d+× \[\d\.\d+, \d\.\d+\]\r?$", _host.Out);
        var told = JsonNode.Parse(File.ReadAllText(_host.Folder.File("out/comparison.json")))!["conditions"]![0]!;
        Assert.Equal((verdict, "new"), (told["verdict"]!.GetValue<string>(), told["contender"]!.GetValue<string>()));
        Assert.Contains($"of new: ", File.ReadAllText(_host.Folder.File("out/comparison.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_condition_is_decided_for_each_contender_and_one_that_fails_is_enough()
    {
        var folders = new[] { await Write("old", Base), await Write("same", Base), await Write("slow", [4_990, 5_000, 5_010]) };

        var code = await _host.Run(["compare", .. folders, "--fail-if", "throughput < 0.9", "--fail-if", "checkoutP99Ms > 1.1"]);

        Assert.Equal(ExitCode.Thresholds, code);
        Assert.Equal(
            [
                "holds: throughput < 0.9 of same", "fails: throughput < 0.9 of slow",
                "holds: checkoutP99Ms > 1.1 of same", "holds: checkoutP99Ms > 1.1 of slow",
            ],
            _host.Out.ReplaceLineEndings("\n").Split('\n').Where(line => line.Contains(" of s", StringComparison.Ordinal))
                .Select(line => string.Join(':', line.Split(':')[..2])));
    }

    [Theory]
    [InlineData("checkoutP99Ms > 1.1", "1.000× without an interval: it takes 3 repeats without zeros")]
    [InlineData("abortedShare > 1.1", "there is no ratio to 0")]
    [InlineData("protocolCommits < 1", "no run has this figure")]
    public async Task Where_nothing_can_be_decided_the_reason_is_told(string condition, string reason)
    {
        var (old, changed) = (await Write("old", [10_000, 10_001]), await Write("new", [5_000, 5_001]));

        Assert.Equal(ExitCode.Done, await _host.Run("compare", old, changed, "--fail-if", condition));

        Assert.Contains($"undecided: {condition} of new: {reason}", _host.Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("speed < 1", "--fail-if: speed: unknown figure, expected one of throughput, completedThroughput, ")]
    [InlineData("throughput", "expected a figure, an operator (<, <=, >, >=) and a number")]
    [InlineData("throughput < much", "expected a figure, an operator (<, <=, >, >=) and a number")]
    public async Task A_condition_that_is_none_is_wrong_usage(string condition, string problem)
    {
        Assert.Equal(ExitCode.Usage, await _host.Run("compare", "nowhere", "nowhere", "--fail-if", condition));

        Assert.Contains(problem, _host.Error, StringComparison.Ordinal);
    }

    private async Task<string> Write(string name, double[] throughput)
    {
        var path = _host.Folder.File(name);
        var run = SampleRun.Create();
        foreach (var (i, value) in throughput.Index())
        {
            var repeat = run with { Summary = run.Summary with { Throughput = value } };
            await new RunFolder(Path.Combine(path, $"r{i}")).Write(repeat, TestContext.Current.CancellationToken);
        }

        return path;
    }
}
