using System.Collections.Immutable;
using System.Globalization;
using System.Xml.Linq;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Comparison;
using Marketplace.Driver.Reporting.Sweeps;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Sweeps;

public sealed class SweepPlotTests : IDisposable
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";
    private static readonly string[] Protocols = ["none", "locking", "saga"];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Two_repeats_are_drawn_as_their_values_and_without_interval()
    {
        var plot = await Plot(Grid(repeats: 2), "throughput-ratio");

        // Two protocols beside the baseline, six panels, three values of the last axis.
        Assert.Equal(2 * (2 * 6 * 3), Styled(plot, "circle", "dot").Count);
        Assert.Equal(Protocols.Length, Styled(plot, "line", "bar").Count);
        Assert.Contains("Marks: means; dots: the single runs; 2 repeats, no interval.", Texts(plot));
    }

    [Fact]
    public async Task Three_repeats_are_drawn_with_their_interval()
    {
        var plot = await Plot(Grid(repeats: 3), "throughput-ratio");

        Assert.Equal(3 * (2 * 6 * 3), Styled(plot, "circle", "dot").Count);
        Assert.Equal(2 * 6 * 3 + Protocols.Length, Styled(plot, "line", "bar").Count);
        Assert.Contains("Marks: means; bars: 95 % confidence intervals over the repeats; dots: the single runs.", Texts(plot));
    }

    [Fact]
    public async Task A_run_far_from_the_others_is_a_ring_and_counts_in_the_mean()
    {
        var result = Grid(repeats: 6);
        var far = result.Runs.First(run => run.Repeat == 4 && result.Points[run.Point - 1].Labels[0] == "saga");
        var changed = far with { Metrics = far.Metrics.SetItem("throughput", 1_900) };
        result = SweepSummary.Again(result with { Runs = result.Runs.Replace(far, changed) });
        var plot = await Plot(result, "throughput");

        Assert.Single(Styled(plot, "circle", "ring"));
        Assert.Equal(6 * (3 * 6 * 3) - 1, Styled(plot, "circle", "dot").Count);
        const string caption = "dots: the single runs; rings: outliers, beyond Tukey's outer fences.";
        Assert.Contains(Texts(plot), text => text.EndsWith(caption, StringComparison.Ordinal));
        var table = SweepTable.Markdown(result).ToList();
        Assert.Single(table, row => row.Contains("| saga", StringComparison.Ordinal) && row.Contains("958 ± 494 °", StringComparison.Ordinal));
        Assert.EndsWith("° marks an outlier among the values: beyond Tukey's outer fences. None is left out.", table[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_a_repeat_is_missing_only_the_points_that_have_it_have_an_interval()
    {
        var result = Grid(repeats: 3);
        var one = result.Runs.First(run => run.Repeat == 3 && result.Points[run.Point - 1].Labels[0] == "saga");
        var plot = await Plot(SweepSummary.Again(result with { Runs = result.Runs.Remove(one) }), "throughput-ratio");

        Assert.Equal(3 * (2 * 6 * 3) - 1, Styled(plot, "circle", "dot").Count);
        Assert.Equal(2 * 6 * 3 - 1 + Protocols.Length, Styled(plot, "line", "bar").Count);
        const string end = "over the repeats; dots: the single runs; 2 repeats, no interval.";
        Assert.Contains(Texts(plot), text => text.EndsWith(end, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Each_combination_of_the_axes_in_between_has_a_panel_with_a_line_a_protocol()
    {
        var plot = await Plot(Grid(repeats: 2), "throughput-ratio");

        Assert.Equal(
            ["order, uniform", "order, Zipf 0.8", "order, Zipf 1.2", "update, uniform", "update, Zipf 0.8", "update, Zipf 1.2"],
            Styled(plot, "text", "heading").Skip(1).Select(text => text.Value));
        Assert.Equal("tx/s, relative to Protocol none (= 1)", Styled(plot, "text", "heading")[0].Value);
        Assert.Equal(6 * Protocols.Length, plot.Descendants(Svg + "polyline").Count());
        Assert.Equal(6, Styled(plot, "polyline", "line c1").Count);
        foreach (var protocol in Protocols)
            Assert.Contains(protocol, Texts(plot));
        Assert.Contains(plot.Descendants(Svg + "title"), title => title.Value == "locking, order, uniform, 4: 0.50×");
    }

    [Fact]
    public async Task Numbers_stand_on_a_logarithmic_axis_and_names_at_equal_distances()
    {
        // 4 to 16 is as far as 16 to 64.
        Assert.Equal(1, Distances(await Plot(Grid(repeats: 2), "throughput"), 3), 2);
        Assert.Equal(0.5, Distances(await Plot(Grid(repeats: 2, "4", "16", "256"), "throughput"), 3), 2);
        Assert.Equal(1, Distances(await Plot(Grid(repeats: 2, "4", "16", "many"), "throughput"), 3), 2);

        // Too close to be read, were they where they belong.
        Assert.Equal(1, Distances(await Plot(Grid(repeats: 2, "4", "5", "1000000"), "throughput"), 3), 2);

        static double Distances(XDocument plot, int count)
        {
            var ticks = Styled(plot, "line", "tick").Take(count)
                .Select(tick => double.Parse(tick.Attribute("x1")!.Value, CultureInfo.InvariantCulture)).ToList();
            return (ticks[1] - ticks[0]) / (ticks[2] - ticks[1]);
        }
    }

    [Fact]
    public async Task Everything_is_drawn_within_the_plot_whatever_the_intervals()
    {
        foreach (var name in new[] { "throughput", "throughput-ratio" })
        {
            var plot = await Plot(Grid(repeats: 3, spread: 40), name);
            var height = double.Parse(plot.Root!.Attribute("viewBox")!.Value.Split(' ')[3], CultureInfo.InvariantCulture);
            var bars = Styled(plot, "line", "bar").SelectMany(bar => (string[])[bar.Attribute("y1")!.Value, bar.Attribute("y2")!.Value]);
            Assert.All(bars, y => Assert.InRange(double.Parse(y, CultureInfo.InvariantCulture), 0, height));
            var ticks = Styled(plot, "line", "grid").Select(line => line.Attribute("y1")!.Value).Distinct();
            Assert.True(ticks.Count() > 4, "An axis has hardly a tick.");
        }
    }

    [Fact]
    public async Task Latencies_have_a_line_for_each_transaction_and_a_panel_for_each_version()
    {
        var result = Grid(repeats: 3);
        result = SweepSummary.Again(result with
        {
            Axes = [result.Axes[0], result.Axes[^1]],
            Points = [.. result.Points.Where(point => point.Labels[1] == "order" && point.Labels[2] == "uniform")
                .Select((point, i) => point with { Number = i + 1, Labels = [point.Labels[0], point.Labels[^1]] })],
            Runs = [.. Enumerable.Range(1, 9).SelectMany(point => Enumerable.Range(1, 3).Select(repeat => new SweptRun(
                point, repeat, 0, null, ImmutableDictionary<string, double>.Empty.Add("checkoutP50Ms", point).Add("dashboardP50Ms", 0.5))))],
        });

        var plot = await Plot(result, "latency");

        Assert.Equal(["p50 latency by transaction, ms", .. Protocols], Styled(plot, "text", "heading").Select(text => text.Value));
        Assert.Equal(2 * Protocols.Length, plot.Descendants(Svg + "polyline").Count());
        Assert.Contains("dashboard", Texts(plot));
        Assert.DoesNotContain("priceUpdate", Texts(plot));
    }

    [Fact]
    public async Task A_plot_that_is_a_file_carries_its_colours_for_light_and_dark()
    {
        var plot = await Plot(Grid(repeats: 2), "throughput-ratio");

        var style = plot.Root!.Element(Svg + "style")!.Value;
        Assert.Contains("prefers-color-scheme: dark", style, StringComparison.Ordinal);
        var classes = plot.Descendants().SelectMany(element => ((string?)element.Attribute("class") ?? "label").Split(' ')).Distinct();
        Assert.All(classes.Where(name => name != "label"), name => Assert.Matches($@"\.{name}[ ,]", style));
    }

    [Fact]
    public async Task A_single_panel_has_the_whole_width()
    {
        var result = Grid(repeats: 2);
        var points = result.Points.Where(point => point.Labels[1] == "order" && point.Labels[2] == "uniform");
        var plot = await Plot(
            SweepSummary.Again(result with
            {
                Axes = [result.Axes[0], result.Axes[^1]],
                Points = [.. points.Select(point => point with { Labels = [point.Labels[0], point.Labels[^1]] })],
            }),
            "throughput-ratio");

        var width = double.Parse(plot.Root!.Attribute("viewBox")!.Value.Split(' ')[2], CultureInfo.InvariantCulture);
        Assert.All(
            Styled(plot, "line", "grid"),
            line => Assert.InRange(double.Parse(line.Attribute("x2")!.Value, CultureInfo.InvariantCulture), 0.95 * width, width));
    }

    private static List<XElement> Styled(XDocument plot, string element, string style) =>
        [.. plot.Descendants(Svg + element).Where(found => (string?)found.Attribute("class") == style)];

    private static List<string> Texts(XDocument plot) => [.. plot.Descendants(Svg + "text").Select(text => text.Value)];

    private async Task<XDocument> Plot(SweepResult result, string name)
    {
        await SweepPlots.Write(result, _folder.File("plots"), TestContext.Current.CancellationToken);
        return XDocument.Parse(File.ReadAllText(_folder.File($"plots/{name}.svg")));
    }

    private static SweepResult Grid(int repeats, params string[] concurrency) => Grid(repeats, 1, concurrency);

    /// <summary>Locking has half of none's throughput, saga a quarter more of that; a repeat differs from the next one.</summary>
    private static SweepResult Grid(int repeats, double spread, params string[] concurrency)
    {
        SweptAxis[] axes =
        [
            new("target.launch.Protocol", [.. Protocols]),
            new("workload", ["order", "update"]),
            new("skew", ["uniform", "Zipf 0.8", "Zipf 1.2"]),
            new("load.concurrency", concurrency.Length > 0 ? [.. concurrency] : ["4", "16", "64"]),
        ];
        var labels = axes.Aggregate(
            (IEnumerable<ImmutableArray<string>>)[[]], (all, axis) => all.SelectMany(some => axis.Labels.Select(label => some.Add(label))));
        var points = labels.Select((label, i) =>
            new SweptPoint(i + 1, label, $"{i + 1}", 0, ImmutableDictionary<string, Estimate>.Empty, null)).ToImmutableArray();
        var runs = Enumerable.Range(1, repeats).SelectMany(repeat => points.Select(point => new SweptRun(
            point.Number, repeat, 0, null, ImmutableDictionary<string, double>.Empty.Add("throughput", Throughput(point.Labels[0], repeat)))));
        var baseline = ImmutableSortedDictionary<string, string>.Empty.Add("target.launch.Protocol", "none");
        return SweepSummary.Again(
            new SweepResult("grid", "1", new MachineInfo("os", "cpu", 2, 1, "runtime"), [.. axes], repeats, baseline, points, [.. runs]));

        double Throughput(string protocol, int repeat) => protocol switch
        {
            "none" => 1_000,
            "locking" => 500,
            _ => 600 + 50 * spread * repeat,
        };
    }
}
