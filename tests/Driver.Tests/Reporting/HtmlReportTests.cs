using System.Collections.Immutable;
using System.Globalization;
using System.Xml.Linq;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Reporting.Html;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting;

public sealed class HtmlReportTests : IDisposable
{
    private static readonly XNamespace Html = "http://www.w3.org/1999/xhtml";
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    private const string InNumbers = "Committed a second, latencies in ms, other outcomes a second";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task It_says_what_the_run_found()
    {
        var page = await Render(SampleRun.Create());

        Assert.Equal("order-heavy", page.Descendants(Html + "h1").Single().Value);
        Assert.Contains("4,812 tx/s", page.Descendants(Html + "p").Select(p => p.Value));
        Assert.Contains("committed ± 96.2, over 40 s", page.Descendants(Html + "p").Select(p => p.Value));
        var outcomes = Table(page, "Transactions of the measurement");
        Assert.Equal(["Checkout", "60,000", "59,900", "80", "14", "0", "0", "0", "0", "1,450"], outcomes[0]);
        Assert.Equal(6, outcomes.Count);
        Assert.Equal("137,000", outcomes[^1][1]);
        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "workload.mix.updateDelivery" && Next(dt) == "60");
        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "target.launch.Preset" && Next(dt) == "orleans");
        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "workload.cart.items" && Next(dt) == "[1, 10]");
        Assert.DoesNotContain(page.Descendants(Html + "dt"), dt => dt.Value.StartsWith("workload.ycsb.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(null, null, null, "the target does not say")]
    [InlineData("orleans", "inline", "10.4.2", "orleans 10.4.2, local calls inline")]
    [InlineData("local", null, "10.4.2", "local, packages of Orleans 10.4.2")]
    public async Task It_says_what_ran_the_grains_and_the_manifest_keeps_it(string? engine, string? localCalls, string? version, string expected)
    {
        var run = SampleRun.Create();
        run = run with { Manifest = run.Manifest with { Engine = engine, LocalCalls = localCalls, OrleansVersion = version } };
        Assert.Contains((await Render(run)).Descendants(Html + "dt"), dt => dt.Value == "Engine" && Next(dt) == expected);

        var folder = new RunFolder(_folder.File("again"));
        await folder.Write(run, TestContext.Current.CancellationToken);
        var manifest = (await folder.Read(TestContext.Current.CancellationToken)).Manifest;
        Assert.Equal((engine, localCalls, version), (manifest.Engine, manifest.LocalCalls, manifest.OrleansVersion));
    }

    [Fact]
    public async Task Servers_that_the_driver_started_are_shown_apart_and_survive_the_folder()
    {
        var run = SampleRun.Create();
        var servers = ImmutableSortedDictionary<string, ProcessSummary>.Empty.Add("postgresql", new ProcessSummary(12.5, 24.5, 310, 300, null));
        run = run with
        {
            Summary = run.Summary with { Resources = run.Summary.Resources with { Servers = servers } },
            Series = [.. run.Series.Select(row => row with { Servers = [new ServerLoad("postgresql", row.Second / 4, null)] })],
        };
        var page = await Render(run);
        Assert.Contains(["PostgreSQL", "12.5", "24.5", "310", "300", "–"], Table(page, "During the measurement"));
        Assert.Contains("PostgreSQL", SeriesOf(page, "cores"));
        Assert.DoesNotContain("PostgreSQL", SeriesOf(page, "memory"));

        var folder = new RunFolder(_folder.File("again"));
        await folder.Write(run, TestContext.Current.CancellationToken);
        var read = await folder.Read(TestContext.Current.CancellationToken);
        Assert.Equal(run.Summary.Resources.Servers, read.Summary.Resources.Servers);
        Assert.Equal(run.Series.Select(row => row.Servers[0]), read.Series.Select(row => row.Servers[0]));
    }

    [Fact]
    public async Task Each_check_of_the_audit_shows_its_verdict_and_its_witnesses()
    {
        var page = await Render(SampleRun.Create());

        var tables = page.Descendants(Html + "table").Where(table => (string?)table.Attribute("class") == "audit").ToList();
        var rows = tables.SelectMany(table => table.Element(Html + "tbody")!.Elements(Html + "tr")).ToList();
        Assert.Equal(["good", "warn", "bad", "hidden"], rows.Select(row => (string?)row.Attribute("class")));
        Assert.Equal(["✓", "!", "✗", "–"], rows.Select(row => row.Element(Html + "td")!.Value));
        var folded = Assert.Single(tables[1].Ancestors(Html + "details"));
        Assert.Equal((null, "1 check was not examined"), ((string?)folded.Attribute("open"), folded.Element(Html + "summary")!.Value));
        Assert.Empty(tables[0].Ancestors(Html + "details"));
        Assert.Null(rows[1].Descendants(Html + "details").Single().Attribute("open"));
        Assert.NotNull(rows[2].Descendants(Html + "details").Single().Attribute("open"));
        Assert.Equal(10, rows[2].Descendants(Html + "li").Count());
        Assert.Contains("The first 10 of 12 violations", rows[2].Value);
        Assert.Contains("not claimed", rows[1].Value);
        Assert.Equal("21,000", rows[0].Elements(Html + "td").ElementAt(3).Value);
        Assert.Equal("", rows[3].Elements(Html + "td").Last().Value);
    }

    [Fact]
    public async Task How_the_warm_up_went_is_told_and_warned_of_where_it_was_not_steady()
    {
        var sample = SampleRun.Create();
        Assert.Contains("The warm-up took 20 s.", await Text(new WarmUpSummary(20, null)), StringComparison.Ordinal);
        Assert.Contains("20 s: then throughput was steady.", await Text(new WarmUpSummary(20, true)), StringComparison.Ordinal);
        Assert.Equal(0, Warnings(await Page(new WarmUpSummary(20, true))));
        var unsteady = new WarmUpSummary(30, false) { LimitSeconds = 30, Difference = 0.113 };
        Assert.Equal(1, Warnings(await Page(unsteady)));
        Assert.Contains("changed by +11.3 % from half to half", await Text(unsteady), StringComparison.Ordinal);

        Task<XDocument> Page(WarmUpSummary warmUp) => Render(sample with { Summary = sample.Summary with { WarmUp = warmUp } });
        async Task<string> Text(WarmUpSummary warmUp) => (await Page(warmUp)).Root!.Value;
        static int Warnings(XDocument page) => page.Descendants(Html + "p").Count(p => (string?)p.Attribute("class") == "warning");
    }

    [Theory]
    [InlineData("<script>alert(1)</script>")]
    [InlineData("\"><img src=x onerror=alert(1)>")]
    [InlineData("' onmouseover='alert(1)")]
    [InlineData("]]></style><b>&amp;&#0;")]
    [InlineData("nul \0 bell \a half \ud83d end \uffff")]
    public async Task Hostile_names_stay_text(string name)
    {
        var page = await Render(SampleRun.Create(name));

        Assert.Equal(Script(await Render(SampleRun.Create())), Script(page));
        Assert.Empty(page.Descendants(Html + "img").Concat(page.Descendants(Html + "b")));
        Assert.DoesNotContain(page.Descendants().Attributes(), a => a.Name.LocalName.StartsWith("on", StringComparison.Ordinal));
        var clean = name.Replace('\0', '\uFFFD').Replace('\a', '\uFFFD').Replace('\ud83d', '\uFFFD').Replace('\uffff', '\uFFFD');
        Assert.Equal(clean, page.Descendants(Html + "h1").Single().Value);
        Assert.Contains(page.Descendants(Html + "li"), li => li.Value == $"{clean}-1: half");
    }

    [Fact]
    public async Task What_a_transaction_protocol_counted_is_told_and_else_left_out()
    {
        var sample = SampleRun.Create();
        var aborts = ImmutableSortedDictionary<string, long>.Empty.Add("conflict", 90).Add("timeout", 10);
        var counted = sample with
        {
            Summary = sample.Summary with { Protocol = new ProtocolSummary(900, 100, aborts, 0.1, 1_234, 2, 17, 1, 410) },
        };

        var page = await Render(counted);

        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "Attempts aborted" && Next(dt) == "100 (10 %)");
        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "Aborted: timeout" && Next(dt) == "10");
        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "Steps compensated" && Next(dt) == "17");
        Assert.Contains(page.Descendants(Html + "dt"), dt => dt.Value == "Mean time of a recovery, ms" && Next(dt) == "410");
        Assert.DoesNotContain((await Render(sample)).Descendants(Html + "h2"), head => head.Value == "Transaction protocol");
    }

    [Fact]
    public async Task It_needs_nothing_from_outside()
    {
        var page = await Render(SampleRun.Create());

        Assert.DoesNotContain(page.Descendants(), element => element.Name.LocalName is "link" or "img" or "iframe");
        Assert.DoesNotContain(page.Descendants().Attributes(), attribute => attribute.Name.LocalName is "src" or "href");
        var style = page.Descendants(Html + "style").Single().Value;
        Assert.DoesNotContain("url(", style);
        Assert.DoesNotContain("@import", style);
        foreach (var request in (string[])["fetch", "XMLHttpRequest", "import", "WebSocket", "sendBeacon", "http://", "https://"])
            Assert.DoesNotContain(request, Script(page).Replace(Svg.NamespaceName, "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_happened_over_time_is_drawn_on_one_axis_and_each_series_can_be_found_by_its_name()
    {
        var page = await Render(SampleRun.Create());

        Assert.Equal(["Checkout", "Price update", "Product delete", "Update delivery", "Dashboard"], SeriesOf(page, "throughput"));
        Assert.Equal(["p50", "p99", "max"], SeriesOf(page, "latencies"));
        Assert.Equal(["Rejected", "Payment failed"], SeriesOf(page, "outcomes"));
        Assert.All((string[])["cores", "memory", "pauses"], id => Assert.Equal(["Silo", "Driver"], SeriesOf(page, id)));
        Assert.Equal(["Silo"], SeriesOf(page, "threads"));
        Assert.InRange(Figure(page, "heat").Descendants(Svg + "path").Count(), 3, 6);
        foreach (var chart in page.Descendants(Svg + "svg").Where(svg => (string?)svg.Attribute("class") == "time"))
        {
            Assert.Equal("64", (string?)chart.Attribute("data-end"));
            var names = chart.Descendants().Select(shape => (string?)shape.Attribute("data-series")).OfType<string>().Distinct().ToList();
            var legend = chart.Parent!.Descendants(Html + "li").Select(entry => (string?)entry.Attribute("data-series"));
            if (names.Count > 1) Assert.Equal(names, legend);
        }
    }

    [Fact]
    public async Task A_phase_is_named_above_the_curves()
    {
        var chart = Figure(await Render(SampleRun.Create()), "throughput");

        var top = Number(chart.Descendants(Svg + "svg").Last(), "y");
        var labels = chart.Descendants(Svg + "g").Single(group => (string?)group.Attribute("class") == "phases").Elements().ToList();
        Assert.Equal(["warm-up"], labels.Select(label => label.Value));
        Assert.All(labels, label => Assert.True(Number(label, "y") <= top - 4, "It lies over the curves."));

        static double Number(XElement element, string name) => double.Parse(element.Attribute(name)!.Value, CultureInfo.InvariantCulture);
    }

    [Fact]
    public async Task A_time_of_which_a_silo_says_nothing_is_a_gap_and_a_target_without_metrics_has_fewer_charts()
    {
        var sample = SampleRun.Create();
        var gap = sample with { Series = [.. sample.Series.Select(row => row.Second == 30 ? row with { Silos = [new SiloLoad()] } : row)] };
        Assert.Equal(2, Figure(await Render(gap), "cores").Descendants(Svg + "polyline").Count(line => Name(line) == "Silo"));

        var rows = sample.Series.Select(row => row with { Silos = [], Latencies = LatencyBands.None });
        var none = await Render(sample with { Series = [.. rows] });
        Assert.Equal(["Driver"], SeriesOf(none, "pauses"));
        Assert.DoesNotContain(none.Descendants(Svg + "title"), title => (string?)title.Attribute("id") is "threads-title" or "heat-title");
        Assert.Contains("The target shows no metrics of its runtime", none.Root!.Value, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Silos_are_told_apart()
    {
        var sample = SampleRun.Create();
        var rows = sample.Series.Select(row => row with { Silos = [row.Silos[0], new SiloLoad(1, 2)] });
        var page = await Render(sample with { Series = [.. rows] });

        Assert.Equal(["Silo 1", "Silo 2", "Driver"], SeriesOf(page, "cores"));
        Assert.Equal(["Silo 1"], SeriesOf(page, "threads"));
        Assert.Contains(Table(page, "During the measurement"), row => row[0] == "Silos, 2 together");
    }

    [Fact]
    public async Task What_has_one_cause_is_warned_of_once()
    {
        var sample = SampleRun.Create();
        var driver = sample.Summary.Driver with { Bottleneck = "it was late", LagWarning = "the send lag is large" };
        var page = await Render(sample with { Summary = sample.Summary with { Driver = driver } });

        var warning = Assert.Single(page.Descendants(Html + "p"), p => (string?)p.Attribute("class") == "warning").Value;
        Assert.Contains("it was late.", warning, StringComparison.Ordinal);
        Assert.Contains("the send lag is large.", warning, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Charts_over_time_tell_the_script_their_axes_so_that_it_can_rescale_them()
    {
        var page = await Render(SampleRun.Create());

        var charts = page.Descendants(Svg + "svg").Where(svg => (string?)svg.Attribute("class") == "time").ToList();
        Assert.NotEmpty(charts);
        Assert.All(charts, chart =>
        {
            double End(string name) => double.Parse(chart.Attribute(name)!.Value, System.Globalization.CultureInfo.InvariantCulture);
            Assert.True(End("data-low") < End("data-high"), chart.Attribute("data-high")!.Value);
            Assert.Equal((string?)chart.Attribute("data-log") == "1", End("data-low") > 0);
            var up = Assert.Single(chart.Elements(Svg + "g"), group => (string?)group.Attribute("class") == "up");
            Assert.NotEmpty(up.Elements(Svg + "text"));
        });
        foreach (var name in new[] { "g.up", "dataset.low", "dataset.high", "dataset.log" })
            Assert.Contains(name, Script(page), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_chart_has_a_title_and_a_description()
    {
        var page = await Render(SampleRun.Create());

        var charts = page.Descendants(Svg + "svg").Where(svg => (string?)svg.Attribute("class") != "plot").ToList();
        Assert.Equal(11, charts.Count);
        foreach (var chart in charts)
        {
            Assert.Equal("img", (string?)chart.Attribute("role"));
            var labels = ((string?)chart.Attribute("aria-labelledby"))!.Split(' ');
            Assert.All(labels, label => Assert.NotEqual("", chart.Elements().Single(e => (string?)e.Attribute("id") == label).Value));
        }

        Assert.Equal(64, Table(page, InNumbers).Count);
    }

    [Fact]
    public async Task A_run_that_ended_at_once_and_was_not_audited_has_a_report_too()
    {
        var sample = SampleRun.Create();
        var none = sample.Summary.Transactions.ToImmutableDictionary(kind => kind.Key, kind => kind.Value with { Submitted = 0 });
        var results = sample with
        {
            Manifest = sample.Manifest with { Interrupted = true, Build = "Debug" },
            Summary = sample.Summary with
            {
                Audit = null,
                Transactions = none,
                Resources = sample.Summary.Resources with { Silo = null },
                Driver = sample.Summary.Driver with { Bottleneck = "it used 97 % of the machine" },
            },
            Series = [],
        };

        var page = await Render(results);

        Assert.Empty(page.Descendants(Svg + "svg"));
        Assert.Equal(3, page.Descendants(Html + "p").Count(p => (string?)p.Attribute("class") == "warning"));
        Assert.Contains("The run was not audited.", page.Descendants(Html + "p").Select(p => p.Value));
    }

    [Fact]
    public async Task A_long_run_is_merged_into_few_points()
    {
        var page = await Render(SampleRun.Create(seconds: 5_000));

        Assert.Equal(295, Table(page, InNumbers).Count);
    }

    [Fact]
    public void A_fraction_of_a_second_at_the_end_makes_no_point()
    {
        var rows = SampleRun.Create(seconds: 10).Series;
        Assert.Equal(rows, Series.Merge([.. rows, rows[^1] with { Second = rows[^1].Second + 0.004, DriverCores = 0 }]));
    }

    [Fact]
    public void The_latency_curve_is_read_from_its_histogram()
    {
        var curve = LatencyCurve.Parse(
        [
            "       Value     Percentile TotalCount 1/(1-Percentile)",
            "",
            "       1.250 0.000000000000          1           1.00",
            "      12.500 0.999000000000       1000        1000.00",
            "     101.000 1.000000000000       1001            inf",
            "#[Mean    =        2.000]",
        ]);

        Assert.Equal([(0, 1.25), (0.999, 12.5), (1, 101)], curve);
    }

    [Theory]
    [InlineData(0, 1e-9)]
    [InlineData(3, 3)]
    [InlineData(4_812, 5_000)]
    [InlineData(0.75, 0.8)]
    public void A_linear_axis_ends_at_a_round_number(double largest, double end) =>
        Assert.Equal(end, Axis.Linear(largest, 0, 1).To, 12);

    [Fact]
    public void A_logarithmic_axis_has_its_decades_evenly_apart()
    {
        var axis = Axis.Log(0.3, 250, 400, 0);

        Assert.Equal((0.1, 1_000), (axis.From, axis.To));
        Assert.Equal([0.1, 1, 10, 100, 1_000], axis.Ticks().Select(tick => Math.Round(tick, 6)));
        Assert.Equal([400, 300, 200, 100, 0], axis.Ticks().Select(tick => Math.Round(axis.At(tick), 6)));
    }

    private async Task<XDocument> Render(RunResults results)
    {
        var path = await new HtmlReport().Write(results, _folder.Path, TestContext.Current.CancellationToken);
        Assert.Equal(_folder.File("report.html"), path);
        var text = await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken);
        Assert.StartsWith("<!DOCTYPE html>\n<html lang=\"en\"", text);
        return XDocument.Parse(text);
    }

    private static string Script(XDocument page) => page.Descendants(Html + "script").Single().Value;

    private static string? Name(XElement shape) => (string?)shape.Attribute("data-series");

    private static XElement Figure(XDocument page, string id) =>
        page.Descendants(Svg + "title").Single(title => (string?)title.Attribute("id") == $"{id}-title").Ancestors(Html + "figure").Single();

    private static List<string> SeriesOf(XDocument page, string id) =>
        [.. Figure(page, id).Descendants(Svg + "svg").Descendants().Select(Name).OfType<string>().Distinct()];

    private static List<List<string>> Table(XDocument page, string caption) =>
        [.. page.Descendants(Html + "table").Single(table => table.Element(Html + "caption")?.Value == caption)
            .Descendants(Html + "tbody").Elements(Html + "tr").Select(row => row.Elements().Select(cell => cell.Value).ToList())];

    private static string? Next(XElement term) => term.ElementsAfterSelf().FirstOrDefault()?.Value;
}
