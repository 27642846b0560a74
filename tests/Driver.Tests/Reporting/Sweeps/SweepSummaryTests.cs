using System.Collections.Immutable;
using System.Xml.Linq;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Scenarios.Sweeps;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Sweeps;

public sealed class SweepSummaryTests
{
    private static readonly MachineInfo Machine = new("os", "processor", 2, 1, "runtime");

    [Fact]
    public void A_ratio_is_the_mean_of_the_ratios_of_runs_of_one_repeat()
    {
        // The machine was half as fast in the second repeat: the means tell little, the ratios agree.
        var result = Of(Run(1, 1, 1_000), Run(2, 1, 500), Run(2, 2, 250), Run(1, 2, 500), Run(1, 3, 1_000), Run(2, 3, 500));

        var (baseline, other) = (result.Points[0], result.Points[1]);
        Assert.Null(baseline.Ratios);
        Assert.Equal((2_500 / 3.0, 3), (baseline.Metrics["throughput"].Mean, baseline.Metrics["throughput"].Count));
        var ratio = other.Ratios!["throughput"];
        Assert.Equal((3, true), (ratio.Count, ratio.Differs));
        Assert.All([ratio.Mean, ratio.Low!.Value, ratio.High!.Value], value => Assert.Equal(0.5, value, 12));
    }

    [Fact]
    public void A_run_that_failed_counts_in_no_mean_and_its_repeat_in_no_ratio()
    {
        var failed = new SweptRun(1, 2, 3, "The silo ended.", ImmutableDictionary<string, double>.Empty);
        var result = Of(Run(1, 1, 1_000), Run(2, 1, 500), Run(2, 2, 250), failed);

        Assert.Equal((1, 2), (result.Points[0].Runs, result.Points[1].Runs));
        Assert.Equal(new Ratio(0.5, null, null, null, 1), result.Points[1].Ratios!["throughput"]);
        Assert.Equal(4, result.Runs.Length);
    }

    [Theory]
    [InlineData(1, "Means; 1 repeat, no interval.", false)]
    [InlineData(2, "Means; 2 repeats, no interval.", false)]
    [InlineData(3, "± is half of a 95 % confidence interval over the repeats (Student's t). […] is the 95 % confidence interval of a ratio. "
        + "* marks a difference at the 5 % level: paired t-test of the logarithms.", true)]
    public void Tables_show_intervals_from_three_repeats_on_and_say_so(int repeats, string note, bool hasIntervals)
    {
        var runs = Enumerable.Range(1, repeats).SelectMany(repeat => (SweptRun[])[Run(1, repeat, 100 * repeat), Run(2, repeat, 50 + repeat)]);
        var table = SweepTable.Markdown(Of([.. runs])).ToList();

        Assert.Equal(note, table[^1]);
        Assert.Equal("", table[^2]);
        Assert.All(table.Skip(2).SkipLast(2), row => Assert.Equal(hasIntervals, row.Contains('±', StringComparison.Ordinal)));
    }

    [Fact]
    public void Points_that_were_not_run_are_named_by_the_label_that_they_share()
    {
        var result = Of(Run(1, 1, 1_000)) with { Notes = [new PointNote(2, IsSkipped: true, "it is late")] };
        Assert.Equal(["Not run: seed 2, as it is late."], SweepTable.PointNotes(result));
        Assert.EndsWith("Not run: seed 2, as it is late.", SweepTable.Markdown(result).Last(), StringComparison.Ordinal);

        result = result with { Notes = [new PointNote(1, IsSkipped: false, "odd"), new PointNote(2, IsSkipped: false, "odd")] };
        Assert.Equal(["Of 1; 2: odd."], SweepTable.PointNotes(result));
    }

    [Fact]
    public void A_figure_that_the_baseline_lacks_or_has_as_0_has_no_ratio()
    {
        var none = Run(1, 1, 1_000) with { Metrics = Run(1, 1, 0).Metrics };
        var result = Of(none, Run(2, 1, 500));

        Assert.Empty(result.Points[1].Ratios!);
    }

    [Fact]
    public async Task The_page_names_each_cause_of_doubt_once_with_the_runs_that_it_concerns()
    {
        using var folder = new TemporaryFolder();
        var result = Of(
            Run(1, 1, 1_000) with { Bottleneck = "it used 97 % of the machine" },
            Run(2, 1, 500) with { ExitCode = 1 },
            Run(1, 2, 1_000) with { Bottleneck = "it used 96 % of the machine" },
            new SweptRun(2, 2, 3, "The silo ended.", ImmutableDictionary<string, double>.Empty));

        await SweepPage.Write(result, folder.File("sweep.html"), TestContext.Current.CancellationToken);

        var page = XDocument.Parse(File.ReadAllText(folder.File("sweep.html")));
        Assert.Equal(
            [
                "The driver, not the target, bounded the result, in 2 of 4 runs: 1 (repeat 1, 2). For example: it used 97 % of the machine.",
                "The audit failed, in 1 of 4 runs: 2 (repeat 1).",
                "The silo ended, in 1 of 4 runs: 2 (repeat 2).",
            ],
            page.Descendants().Where(element => (string?)element.Attribute("class") == "warning").Select(element => element.Value));
        Assert.Equal(
            ["tx/s, relative to seed 1 (= 1)", "tx/s"],
            page.Descendants().Where(element => element.Name.LocalName == "svg").Select(svg => svg.Elements().First().Value));
    }

    private static SweptRun Run(int point, int repeat, double throughput) =>
        new(point, repeat, 0, null, ImmutableDictionary<string, double>.Empty.Add("throughput", throughput));

    private static SweepResult Of(params SweptRun[] runs)
    {
        var scenario = ScenarioLoader.Parse("""{ "name": "x" }""", "x", []);
        var axis = new SweepAxis("seed", [new SweepValue("1", ["seed=1"]), new SweepValue("2", ["seed=2"])]);
        var baseline = ImmutableSortedDictionary<string, string>.Empty.Add("seed", "1");
        var sweep = new Sweep("s", [axis], 2, baseline, KeepsSilos: false, [new SweepPoint(1, ["1"], scenario), new SweepPoint(2, ["2"], scenario)]);
        return SweepSummary.Of(sweep, "1", Machine, runs);
    }
}
