using System.Text.Json.Nodes;
using System.Xml.Linq;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Marketplace.Driver.Tests.Reporting.Sweeps;

public sealed class SweepTests : IDisposable
{
    private readonly TestHost _host = new();

    private string Output => _host.Folder.File("out");

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task Each_point_is_run_before_any_is_run_again_and_the_second_time_backwards()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await Sweep(stub));

        Assert.Equal(
            ["1/4: 2, repeat 1", "2/4: 4, repeat 1", "3/4: 4, repeat 2", "4/4: 2, repeat 2"],
            Lines().Where(line => line.StartsWith("grid ", StringComparison.Ordinal)).Select(line => line[5..].Split(" (")[0]));
        var sweep = JsonNode.Parse(File.ReadAllText(Path.Combine(Output, "sweep.json")))!;
        Assert.Equal([1, 2, 2, 1], sweep["runs"]!.AsArray().Select(run => run!["point"]!.GetValue<int>()));
        var second = sweep["points"]![1]!;
        Assert.Equal(2, second["metrics"]!["throughput"]!["count"]!.GetValue<int>());
        Assert.True(second["ratios"]!["throughput"]!["mean"]!.GetValue<double>() > 0);
        Assert.Equal(4, stub.Count("PATCH /cleanup") / 2);
        Assert.False(File.Exists(Path.Combine(Output, "001-2", "r01", "history.bin")));
        Assert.True(File.Exists(Path.Combine(Output, "001-2", "r01", "summary.json")));
    }

    [Fact]
    public async Task The_tables_have_a_row_a_point_and_a_row_a_run()
    {
        await using var stub = await StubMarketplace.Start();
        await Sweep(stub);

        var points = File.ReadAllLines(Path.Combine(Output, "sweep.csv"));
        Assert.StartsWith("load.concurrency,runs,throughput,throughput_interval95,", points[0], StringComparison.Ordinal);
        Assert.Equal(["2,2", "4,2"], points.Skip(1).Select(line => string.Join(',', line.Split(',').Take(2))));
        Assert.All(points, line => Assert.Equal(points[0].Split(',').Length, line.Split(',').Length));
        var runs = File.ReadAllLines(Path.Combine(Output, "runs.csv"));
        Assert.Equal(["2,1,0", "4,1,0", "4,2,0", "2,2,0"], runs.Skip(1).Select(line => string.Join(',', line.Split(',').Take(3))));
        foreach (var column in new[] { "checkoutP50Ms", "checkoutP99Ms", "abortedShare", "protocolAbortRate", "siloCpuMicrosPerTransaction" })
            Assert.Contains(column, runs[0].Split(','));
        var table = File.ReadAllLines(Path.Combine(Output, "sweep.md"));
        Assert.StartsWith("| concurrency | runs | tx/s | ratio |", table[0], StringComparison.Ordinal);
        Assert.StartsWith("| --- | ---: |", table[1], StringComparison.Ordinal);
        Assert.Equal(["| 2 | 2 |", "| 4 | 2 |"], table.Skip(2).Take(2).Select(line => line[..9]));
        Assert.Contains("4 of 4 audits clean (1 check examined)", _host.Out, StringComparison.Ordinal);
        var page = XDocument.Parse(File.ReadAllText(Path.Combine(Output, "sweep.html")));
        Assert.Equal(2 * 2 + 1, page.Descendants().Count(element => element.Name.LocalName == "svg"));
        var captions = page.Descendants().Where(element => element.Name.LocalName == "caption");
        Assert.Contains(captions, caption => caption.Value.EndsWith("baseline load.concurrency = 2", StringComparison.Ordinal));
    }

    [Fact]
    public async Task It_goes_on_where_it_was_interrupted()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = async (_, route) =>
        {
            if (route == "PATCH /cleanup" && stub.Count(route) == 3) await _host.Interrupt.CancelAsync();
            return false;
        };
        Assert.Equal(ExitCode.Interrupted, await Sweep(stub));
        Assert.Contains("goes on.", _host.Out, StringComparison.Ordinal);
        Assert.Single(Runs());

        using var next = new TestHost();
        stub.Intercept = (_, _) => Task.FromResult(false);
        var before = stub.Count("PATCH /cleanup");
        Assert.Equal(ExitCode.Done, await Sweep(stub, next));
        Assert.Contains("grid 1/4: 2, repeat 1: done before", next.Out, StringComparison.Ordinal);
        Assert.Equal(4, Runs().Count);
        Assert.Equal(3 * 2, stub.Count("PATCH /cleanup") - before);
    }

    [Fact]
    public async Task An_interrupt_of_a_resumed_sweep_drops_nothing_that_was_done()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await Sweep(stub));
        Directory.Delete(Path.Combine(Output, "001-2", "r01"), recursive: true);

        using var next = new TestHost();
        stub.Intercept = async (_, route) =>
        {
            if (route == "POST /import/customers") await next.Interrupt.CancelAsync();
            return false;
        };
        Assert.Equal(ExitCode.Interrupted, await Sweep(stub, next));

        Assert.Equal(["2,1", "2,2", "1,2"], Runs().Select(run => $"{run!["point"]},{run["repeat"]}"));
        Assert.Contains("3 of 3 audits clean", next.Out, StringComparison.Ordinal);
        Assert.Equal(4, File.ReadAllLines(Path.Combine(Output, "runs.csv")).Length);
    }

    [Fact]
    public async Task Settings_with_which_the_silo_would_not_start_end_the_sweep_before_its_first_run()
    {
        _host.Scenario();
        var file = _host.Folder.File("wrong.json");
        await File.WriteAllTextAsync(
            file,
            """
            { "name": "wrong", "scenario": "scenario.json", "axes": { "target.launch.Protocol": ["none", "determinstic"] }, "repeats": 2 }
            """,
            TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Usage, await _host.Run("sweep", file, "--output", Output));

        Assert.Contains("$.target.launch: The silo does not start: The setting Marketplace:Protocol", _host.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(Output, "001-none")));
    }

    [Fact]
    public async Task A_folder_of_another_sweep_or_of_a_run_is_refused()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await Sweep(stub));
        _host.Scenario();
        var file = _host.Folder.File("other.json");
        await File.WriteAllTextAsync(
            file,
            """{ "name": "grid", "scenario": "scenario.json", "axes": { "load.concurrency": [2, 8] }, "repeats": 2 }""",
            TestContext.Current.CancellationToken);
        var served = stub.Served;

        Assert.Equal(ExitCode.Usage, await _host.Run("sweep", file, "--target", stub.Url.ToString(), "--output", Output));
        Assert.Contains("holds another sweep, grid over load.concurrency [2, 4]: give another --output.", _host.Error, StringComparison.Ordinal);
        var run = Path.Combine(Output, "001-2", "r01");
        Assert.Equal(ExitCode.Usage, await _host.Run("sweep", file, "--target", stub.Url.ToString(), "--output", run));
        Assert.Contains($"{run} holds a run", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await _host.Run("run", _host.Scenario(), "--target", stub.Url.ToString(), "--output", Output));
        Assert.Contains($"{Output} holds a sweep", _host.Error, StringComparison.Ordinal);
        Assert.Equal(served, stub.Served);
    }

    [Fact]
    public async Task A_run_that_fails_ends_no_other_and_violations_are_exit_code_1()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = (context, route) =>
        {
            if (route != "POST /import/customers" || stub.Count(route) != 1) return Task.FromResult(false);
            context.Response.StatusCode = StatusCodes.Status400BadRequest;
            return Task.FromResult(true);
        };
        _host.Audit.Violations = 2;

        Assert.Equal(ExitCode.Target, await Sweep(stub));

        Assert.Contains("POST /import/customers", _host.Error, StringComparison.Ordinal);
        Assert.Equal([3, 1, 1, 1], Runs().Select(run => run!["exitCode"]!.GetValue<int>()));
        Assert.Contains("0 of 4 audits clean, 3 failed their audit, 1 run failed", _host.Out, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(Output, "001-2", "r02", "history.bin")));
    }

    [Fact]
    public async Task Its_page_is_written_again_without_a_run()
    {
        await using var stub = await StubMarketplace.Start();
        await Sweep(stub);
        var (runs, requests) = (File.ReadAllText(Path.Combine(Output, "sweep.json")), stub.Served);
        string[] written = ["sweep.html", "sweep.md", "sweep.csv", "plots/throughput.svg", "plots/throughput-ratio.svg"];
        var before = written.Select(name => File.ReadAllText(Path.Combine(Output, name))).ToList();
        foreach (var name in written)
            File.Delete(Path.Combine(Output, name));

        using var next = new TestHost();
        Assert.Equal(ExitCode.Done, await next.Run("report", Output));
        Assert.Equal(before, written.Select(name => File.ReadAllText(Path.Combine(Output, name))));
        Assert.Contains("4 of 4 audits clean (1 check examined)", next.Out, StringComparison.Ordinal);

        Assert.Equal(ExitCode.Done, await next.Run("report", "--output", Output, "--repeats", "1"));
        Assert.Contains("2 of 2 audits clean (1 check examined)", next.Out, StringComparison.Ordinal);
        Assert.Contains("1 repeat, no interval", File.ReadAllText(Path.Combine(Output, "sweep.md")), StringComparison.Ordinal);
        Assert.Equal(runs, File.ReadAllText(Path.Combine(Output, "sweep.json")));
        Assert.Equal(requests, stub.Served);

        Assert.Equal(ExitCode.Usage, await next.Run("report", "--output", Output, "--repeats", "0"));
        await File.WriteAllTextAsync(Path.Combine(Output, "sweep.json"), "{", TestContext.Current.CancellationToken);
        Assert.Equal(ExitCode.Usage, await next.Run("report", "--output", Output));
        Assert.Contains("is not the folder of a sweep of this version", next.Error, StringComparison.Ordinal);
    }

    private JsonArray Runs() => JsonNode.Parse(File.ReadAllText(Path.Combine(Output, "sweep.json")))!["runs"]!.AsArray();

    private string[] Lines() => _host.Out.ReplaceLineEndings("\n").Split('\n');

    private async Task<int> Sweep(StubMarketplace stub, TestHost? host = null)
    {
        _host.Scenario();
        var file = _host.Folder.File("grid.json");
        await File.WriteAllTextAsync(
            file,
            """
            { "name": "grid", "scenario": "scenario.json", "set": { "load.operations": 40 },
              "axes": { "load.concurrency": [2, 4] }, "repeats": 2, "baseline": { "load.concurrency": 2 } }
            """,
            TestContext.Current.CancellationToken);
        return await (host ?? _host).Run("sweep", file, "--target", stub.Url.ToString(), "--output", Output);
    }
}
