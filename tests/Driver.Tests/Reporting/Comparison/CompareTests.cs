using System.Collections.Immutable;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Comparison;

public sealed class CompareTests : IDisposable
{
    private readonly TestHost _host = new();

    private string Output => _host.Folder.File("comparison");

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task Two_runs_are_shown_with_ratios_and_with_the_settings_that_differ()
    {
        var servers = ImmutableSortedDictionary<string, ProcessSummary>.Empty
            .Add("postgresql", new ProcessSummary(7.5, 0, 100, 90, null))
            .Add("redisPrimary", new ProcessSummary(2.5, 0, 10, 9, null));
        var slow = await Write("slow", run => run);
        var fast = await Write("fast", run => run with
        {
            Manifest = run.Manifest with { Scenario = run.Manifest.Scenario with { Seed = 43 } },
            Summary = run.Summary with
            {
                Throughput = 2 * run.Summary.Throughput,
                ThroughputInterval = 0,
                Resources = run.Summary.Resources with { Servers = servers },
            },
        });

        Assert.Equal(ExitCode.Done, await _host.Run("compare", slow, fast, "--output", Output));

        Assert.Contains(
            "Note: slow, fast: the audit failed: 3 examined: 1 found violations of claimed levels: cart.once (12)",
            _host.Out,
            StringComparison.Ordinal);
        Assert.Contains("seed     42    43", _host.Out, StringComparison.Ordinal);
        Assert.Matches(@"tx/s +4,812 ± 96\.2 +9,625 +2\.00×\r?\n", _host.Out);
        var json = JsonNode.Parse(File.ReadAllText(Path.Combine(Output, "comparison.json")))!;
        var metrics = json["metrics"]!.AsArray().ToDictionary(metric => metric!["name"]!.GetValue<string>(), metric => metric!);
        Assert.Equal(2, metrics["throughput"]["ratios"]![1]!["mean"]!.GetValue<double>(), 9);
        Assert.Equal(1, metrics["checkoutP99Ms"]["ratios"]![1]!["mean"]!.GetValue<double>(), 9);
        Assert.Equal(48.2e6 / (4_812.4 * 40), metrics["siloCpuMicrosPerTransaction"]["values"]![0]!["mean"]!.GetValue<double>(), 6);
        var ofServers = metrics["serversCpuMicrosPerTransaction"]["values"]!;
        Assert.Null(ofServers[0]);
        Assert.Equal(10e6 / (2 * 4_812.4 * 40), ofServers[1]!["mean"]!.GetValue<double>(), 6);
        Assert.False(metrics.ContainsKey("protocolCommits"));
        Assert.Equal("slow", json["contenders"]![0]!["label"]!.GetValue<string>());
        var csv = File.ReadAllLines(Path.Combine(Output, "comparison.csv"));
        Assert.Equal("throughput,slow,1,4812.4,96.2,,,,", csv[1]);
        Assert.StartsWith("throughput,fast,1,9624.8,,", csv[2], StringComparison.Ordinal);
        var page = XDocument.Parse(File.ReadAllText(Path.Combine(Output, "comparison.html")));
        Assert.Contains(page.Descendants().Where(element => element.Name.LocalName == "td"), cell => cell.Value == "2.00×");
        var charts = page.Descendants().Where(element => (string?)element.Attribute("role") == "img").ToList();
        Assert.Equal(
            [
                "Ratios", "Throughput, committed a second, over time", "Latency of all transactions, p99 in ms, over time",
                "Latency by percentile",
            ],
            charts.Select(chart => chart.Elements().First().Value));
        Assert.Equal(["slow", "fast"], Series(charts[1]));
        Assert.Equal(["slow", "fast"], Series(charts[3]));
        Assert.Contains(charts[0].Descendants(), element => element.Name.LocalName == "title" && element.Value == "2.00×");

        static IEnumerable<string?> Series(XElement chart) =>
            chart.Descendants().Select(line => (string?)line.Attribute("data-series")).Where(name => name is not null);
    }

    [Fact]
    public async Task Runs_in_subfolders_are_repeats_and_give_an_interval()
    {
        var one = await Write("one", run => run with { Summary = run.Summary with { Epochs = [.. Enumerable.Repeat(run.Summary.Epochs[0], 4)] } });
        foreach (var (name, throughput) in new[] { ("r1", 9_000.0), ("r2", 10_000.0), ("r3", 11_000.0) })
            await Write($"three/{name}", run => run with { Summary = run.Summary with { Throughput = throughput } });

        Assert.Equal(ExitCode.Done, await _host.Run("compare", one, _host.Folder.File("three")));

        Assert.Matches(@"tx/s +4,812 ± 96\.2 +10,000 ± 2,484 +2\.07× \[1\.62, 2\.65\] \*", _host.Out);
        Assert.Contains("* marks a difference at the 5 % level: Welch's t-test of the logarithms.", _host.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("are no repeats", _host.Out);
    }

    [Fact]
    public async Task Outliers_among_repeats_and_epochs_are_named_and_count()
    {
        double[] epochs = [4_790, 4_800, 4_810, 4_805, 4_795, 900];
        var one = await Write("one", run => run with
        {
            Summary = run.Summary with { Epochs = [.. epochs.Select((value, i) => new EpochSummary(i + 3, 10, value, value))] },
        });
        foreach (var (i, throughput) in new[] { 9_990.0, 10_000, 10_010, 10_005, 4_000 }.Index())
            await Write($"five/r{i + 1}", run => run with { Summary = run.Summary with { Throughput = throughput } });

        Assert.Equal(ExitCode.Done, await _host.Run("compare", one, _host.Folder.File("five"), "--output", Output));

        Assert.Matches(@"tx/s +4,812 ± 96\.2 ° +8,801 ± 3,33\d ° ", _host.Out);
        Assert.Contains("° marks an outlier among the values: beyond Tukey's outer fences. None is left out.", _host.Out, StringComparison.Ordinal);
        Assert.Contains("° tx/s of one, epoch 8: 900 (fences ", _host.Out, StringComparison.Ordinal);
        Assert.Contains("° tx/s of five, r5: 4000 (fences 9945 to 10050)", _host.Out, StringComparison.Ordinal);
        var json = JsonNode.Parse(File.ReadAllText(Path.Combine(Output, "comparison.json")))!;
        Assert.Equal(["epoch 8", "r5"], json["outliers"]!.AsArray().Take(2).Select(outlier => outlier!["where"]!.GetValue<string>()));
        Assert.Contains("five, r5: 4000", File.ReadAllText(Path.Combine(Output, "comparison.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_makes_a_comparison_doubtful_is_told()
    {
        var first = await Write("first", run => run);
        await Write("second/a", run => run with { Manifest = run.Manifest with { Machine = run.Manifest.Machine with { Cores = 64 } } });
        await Write("second/b", run => run with
        {
            Manifest = run.Manifest with { Build = "Debug", DriverVersion = "9", Scenario = run.Manifest.Scenario with { Seed = 1 } },
            Summary = run.Summary with { MeasuredSeconds = 2, Driver = run.Summary.Driver with { Bottleneck = "it is slow" } },
        });

        await _host.Run("compare", first, _host.Folder.File("second"));

        Assert.Contains("The runs were made on different machines.", _host.Out);
        Assert.Contains("The runs were made with different versions of the driver.", _host.Out);
        Assert.Contains("Note: second: 2 repeats, no interval.", _host.Out);
        Assert.Contains("The runs of second are no repeats: their scenarios differ.", _host.Out);
        Assert.Contains("second: a Debug build", _host.Out);
        Assert.Contains("second: the measurement was short (2 s).", _host.Out);
        Assert.Contains("second: the driver bounds the result: it is slow.", _host.Out);
    }

    [Fact]
    public async Task What_holds_no_run_is_skipped_with_a_note()
    {
        var runs = new[] { await Write("q1", run => run), await Write("q2", run => run) };
        string[] others = [_host.Folder.File("q3"), _host.Folder.File("q4"), _host.Folder.File("q5.txt")];
        Directory.CreateDirectory(others[0]);
        Directory.CreateDirectory(others[1]);
        await File.WriteAllTextAsync(Path.Combine(others[1], "sweep.json"), "{}", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(others[2], "", TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Done, await _host.Run(["compare", .. runs, .. others]));

        Assert.Contains($"Note: {others[0]} is skipped: it holds no run.", _host.Out, StringComparison.Ordinal);
        Assert.Contains($"Note: {others[1]} is skipped: it holds a sweep, the folders of whose points can be compared.", _host.Out);
        Assert.Contains($"Note: {others[2]} is skipped: it holds no run.", _host.Out, StringComparison.Ordinal);
        Assert.Matches(@"figure +q1 +q2 +ratio", _host.Out);
    }

    [Fact]
    public async Task A_folder_that_is_nowhere_and_a_single_run_are_wrong_usage()
    {
        var run = await Write("run", run => run);
        Directory.CreateDirectory(_host.Folder.File("empty"));

        Assert.Equal(ExitCode.Usage, await _host.Run("compare", run, _host.Folder.File("empty")));
        Assert.Contains("compare: RUN: expected 2 to 20 folders of runs, found 1.", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await _host.Run("compare", run, _host.Folder.File("nowhere")));
        Assert.Contains("There is no folder", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await _host.Run(["compare", .. Enumerable.Repeat(run, 21)]));
        Assert.Equal(ExitCode.Usage, await _host.Run("compare", run));
    }

    private async Task<string> Write(string name, Func<RunResults, RunResults> change)
    {
        var path = _host.Folder.File(name);
        await new RunFolder(path).Write(change(SampleRun.Create()), TestContext.Current.CancellationToken);
        return path;
    }
}
