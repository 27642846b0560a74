using System.Collections.Concurrent;
using System.Text.Json.Nodes;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class RunTests : IDisposable
{
    private readonly TestHost _host = new();

    private string Output => _host.Folder.File("run");

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task A_run_against_a_silo_that_runs_already_does_the_whole_life_cycle()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await Run(stub));

        AssertImported(stub, ("customers", 100), ("sellers", 10), ("products", 100), ("stock", 100));
        Assert.Equal(2, stub.Count("PATCH /cleanup"));
        Assert.Equal(stub.Tids.Count, stub.Tids.Distinct().Count());
        Assert.Empty(stub.Carts);
        Assert.Contains("test: ", _host.Out, StringComparison.Ordinal);
        Assert.Null(Summary()["targets"]);

        var summary = Summary();
        long Submitted(string kind) => summary["transactions"]![kind]!["submitted"]!.GetValue<long>();
        Assert.Equal(200, summary["transactions"]!.AsObject().Sum(kind => Submitted(kind.Key)));
        Assert.Equal(stub.Count("POST /cart/#/checkout"), Submitted("checkout"));
        Assert.Equal(stub.Count("PATCH /product"), Submitted("priceUpdate"));
        Assert.Equal(stub.Count("PUT /product"), Submitted("productDelete"));
        Assert.Equal(stub.Count("PATCH /shipment/#"), Submitted("updateDelivery"));
        Assert.Equal(stub.Count("GET /seller/dashboard/#"), Submitted("dashboard"));
        Assert.Equal(3 * Submitted("updateDelivery"), summary["packagesDelivered"]!.GetValue<long>());
        foreach (var file in new[] { "manifest.json", "timeseries.csv", "latency/checkout.hgrm", "history.bin" })
            Assert.True(File.Exists(Path.Combine(Output, file)), file);
    }

    [Fact]
    public async Task A_threshold_that_does_not_hold_is_named_and_ends_the_run_with_exit_code_4()
    {
        await using var stub = await StubMarketplace.Start();
        var scenario = _host.Scenario(""", "thresholds": { "throughput": "> 0", "checkoutP99Ms": "< 0", "protocolCommits": "> 1" }""");

        Assert.Equal(ExitCode.Thresholds, await _host.Run("run", scenario, "--target", stub.Url.ToString(), "--output", Output));

        Assert.Matches(@"Threshold checkoutP99Ms < 0 does not hold: [0-9.]+\.\r?\n", _host.Out);
        Assert.Contains("Threshold protocolCommits > 1 does not hold: this run has no such figure.", _host.Out, StringComparison.Ordinal);
        Assert.DoesNotContain("Threshold throughput", _host.Out, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(Output, "report.html")));
    }

    [Theory]
    [InlineData("run")]
    [InlineData("submit")]
    [InlineData("sweep")]
    [InlineData("criteria")]
    public async Task Every_command_that_makes_runs_can_be_quiet(string command)
    {
        Assert.Equal(ExitCode.Usage, await _host.Run(command, _host.Folder.File("missing.json"), "--quiet"));
        Assert.StartsWith(_host.Folder.File("missing.json") + ": ", _host.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_over_several_gateways_tells_what_each_of_them_got()
    {
        await using var first = await StubMarketplace.Start();
        await using var second = await StubMarketplace.Start(peer: first);
        await using var gone = await StubMarketplace.Start();
        await gone.Die();
        Uri[] urls = [gone.Url, first.Url, second.Url];
        string[] targets = [.. urls.SelectMany(url => (string[])["--target", url.ToString()])];
        Assert.Equal(ExitCode.Done, await _host.Run(["run", _host.Scenario(), .. targets, "--output", Output]));

        Assert.Equal([first.Url, second.Url, gone.Url], _host.Audit.Asked!.Targets);
        AssertImported(first, ("customers", 100), ("sellers", 10), ("products", 100), ("stock", 100));
        Assert.Empty(second.Imported);
        var figures = Summary()["targets"]!.AsArray();
        Assert.Equal(urls.Select(url => url.ToString()), figures.Select(target => target!["url"]!.GetValue<string>()));
        Assert.Equal(0, figures[0]!["requests"]!.GetValue<long>());
        Assert.Equal(second.Served, figures[2]!["requests"]!.GetValue<long>());
        Assert.True(second.Served > 0);
        Assert.Contains($"{second.Url}: ", _host.Out, StringComparison.Ordinal);
        Assert.Contains("<h2>Targets</h2>", File.ReadAllText(Path.Combine(Output, "report.html")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_silo_counts_of_its_protocol_within_the_measurement_is_in_the_summary()
    {
        await using var stub = await StubMarketplace.Start();
        var reads = 0;
        stub.Intercept = async (context, route) =>
        {
            if (route != "GET /metrics") return false;
            var read = Interlocked.Increment(ref reads);
            await context.Response.WriteAsync(
                $"marketplace_protocol_commits_total {read * 500}\nmarketplace_protocol_aborts_total{{cause=\"conflict\"}} {read * 125}\n"
                + $"marketplace_protocol_recoveries_total {read * 2}\nmarketplace_protocol_recovery_duration_seconds_sum{{}} {read * 0.5}\n"
                + $"marketplace_protocol_compensations_total {read * 30}\n");
            return true;
        };
        Assert.Equal(ExitCode.Done, await Run(stub));

        // The first read tells what runs the grains; the measurement lies between two others, with some of the silo's runtime between them.
        var protocol = Summary()["protocol"]!;
        var between = protocol["commits"]!.GetValue<int>() / 500;
        Assert.InRange(between, 1, reads - 2);
        Assert.Equal(
            (500 * between, 125 * between), (protocol["commits"]!.GetValue<int>(), protocol["abortsByCause"]!["conflict"]!.GetValue<int>()));
        Assert.Equal((0.2, 1), (protocol["abortRate"]!.GetValue<double>(), protocol["targets"]!.GetValue<int>()));
        Assert.Equal((30 * between, 250), (protocol["compensations"]!.GetValue<int>(), protocol["recoveryMeanMs"]!.GetValue<double>()));
        Assert.Contains($"{2 * between} recoveries, {30 * between} steps compensated", _host.Out, StringComparison.Ordinal);
        Assert.Contains(
            FormattableString.Invariant($"{500 * between:#,0} commits, {125 * between} attempts aborted (20.00 %, conflict {125 * between})"),
            _host.Out,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_silo_that_runs_elsewhere_says_of_its_runtime_is_in_summary_series_and_report()
    {
        await using var stub = await StubMarketplace.Start();
        var reads = 0;
        stub.Intercept = async (context, route) =>
        {
            if (route != "GET /metrics") return false;
            var read = Interlocked.Increment(ref reads);
            await context.Response.WriteAsync(
                $"dotnet_process_cpu_time_seconds_total{{cpu_mode=\"user\"}} {read}\ndotnet_process_memory_working_set_bytes 104857600\n"
                + $"dotnet_gc_pause_time_seconds_total 0.{read}\ndotnet_thread_pool_thread_count 7\n");
            return true;
        };
        Assert.Equal(ExitCode.Done, await Run(stub));

        var silo = Summary()["resources"]!["silo"]!;
        Assert.Equal(100, silo["peakMiB"]!.GetValue<double>());
        Assert.True(silo["cpuSeconds"]!.GetValue<double>() > 0);
        Assert.True(silo["gcPauseMs"]!.GetValue<double>() > 0);
        var lines = File.ReadAllLines(Path.Combine(Output, "timeseries.csv"));
        Assert.Equal("7", lines[1].Split(',')[Array.IndexOf(lines[0].Split(','), "siloThreads")]);
        Assert.Equal(200, File.ReadLines(Path.Combine(Output, "latency", "timeseries.csv")).Skip(1).Sum(line => int.Parse(line.Split(',')[^1])));
    }

    [Fact]
    public async Task Violations_are_exit_code_1_and_an_audit_alone_finds_them_too()
    {
        await using var stub = await StubMarketplace.Start();
        _host.Audit.Violations = 3;
        Assert.Equal(ExitCode.Violations, await Run(stub));
        Assert.Contains("audit: 1 examined: 1 found violations of claimed levels: stock.bounds (3) — report: ", _host.Out, StringComparison.Ordinal);
        Assert.Contains("\nstock.bounds: tid r-1\n", _host.Out, StringComparison.Ordinal);
        var audit = Summary()["audit"]!;
        Assert.Equal(3, audit["checks"]![0]!["violations"]!.GetValue<long>());
        Assert.Equal("violated", audit["checks"]![0]!["verdict"]!.GetValue<string>());
        Assert.Equal((1, 1), (audit["verdict"]!["examined"]!.GetValue<int>(), audit["verdict"]!["violated"]!.GetValue<int>()));
        Assert.Contains(audit["sentence"]!.GetValue<string>(), File.ReadAllText(Path.Combine(Output, "report.html")), StringComparison.Ordinal);
        Assert.Equal([stub.Url], _host.Audit.Asked!.Targets);
        Assert.Equal(200, _host.Audit.Asked.Driver.Submitted.Values.Sum());

        _host.Audit.Violations = 0;
        Assert.Equal(ExitCode.Done, await _host.Run("audit", Output));
        Assert.Contains("audit: 1 checks examined: clean — report: ", _host.Out, StringComparison.Ordinal);
        Assert.Equal(200, _host.Audit.Asked.Driver.Submitted.Values.Sum());
    }

    [Fact]
    public async Task The_history_has_what_was_sent_and_answered()
    {
        await using var stub = await StubMarketplace.Start();
        await Run(stub);
        var all = new HistoryReader(Path.Combine(Output, "history.bin")).Read().ToList();
        var operations = all.Where(operation => operation is not AddOperation).ToList();

        Assert.Equal(200, operations.Count);
        Assert.Equal(all.Count, all.Select(operation => operation.Tid).Distinct().Count());
        var checkouts = operations.OfType<CheckoutOperation>().ToList();
        Assert.Equal(
            checkouts.SelectMany(checkout => Enumerable.Repeat((checkout.CustomerId, checkout.Session), checkout.Items.Length)).Order(),
            all.OfType<AddOperation>().Select(add => (add.CustomerId, add.Session)).Order());
        Assert.Equal(stub.Tids.Order(), checkouts.Select(checkout => checkout.Tid).Order());
        Assert.All(checkouts, checkout =>
        {
            Assert.Equal((OutcomeClass.Committed, 200, 12.5m), (checkout.Outcome, checkout.HttpStatus, checkout.TotalInvoice));
            Assert.Equal(checkout.Items.Length, checkout.OrderId);
            Assert.True(checkout.Started <= checkout.Sent && checkout.Sent <= checkout.Completed);
            Assert.Equal(checkout.Items.Length, checkout.Items.Select(item => (item.SellerId, item.ProductId)).Distinct().Count());
        });
        Assert.All(operations.OfType<PriceUpdateOperation>(), update => Assert.Equal((202, 7L), (update.HttpStatus, update.Sequence)));
        var deletes = operations.OfType<ProductDeleteOperation>().ToList();
        Assert.All(deletes, delete => Assert.Equal(delete.Tid, delete.NewVersion));
        Assert.All(operations.OfType<DashboardOperation>(), dashboard => Assert.True(dashboard.IsConsistent));

        // The mirror follows: what is sent after a delete names the new version.
        foreach (var delete in deletes)
        {
            var later = operations.OfType<PriceUpdateOperation>().FirstOrDefault(update =>
                (update.SellerId, update.ProductId) == (delete.SellerId, delete.ProductId) && update.Sent > delete.Completed);
            if (later is not null) Assert.NotEqual(delete.OldVersion, later.Version);
        }
    }

    [Fact]
    public async Task A_public_silo_gets_its_data_one_by_one_and_what_it_lacks_is_tolerated()
    {
        await using var stub = await StubMarketplace.Start();
        stub.IsOurs = false;
        var failures = 3;
        stub.Intercept = (context, route) =>
        {
            if (route != "POST /stock" || Interlocked.Decrement(ref failures) < 0) return Task.FromResult(false);
            context.Response.StatusCode = 500;
            return Task.FromResult(true);
        };
        Assert.Equal(ExitCode.Done, await Run(stub));
        AssertImported(stub, ("customer", 100), ("seller", 10), ("product", 100), ("stock", 100));
    }

    [Fact]
    public async Task Initial_orders_reach_the_target_and_are_counted()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = (context, route) =>
        {
            if (route is "GET /audit/payments" or "GET /audit/shipments") context.Request.Path = "/audit/orders";
            return Task.FromResult(false);
        };
        Assert.Equal(ExitCode.Violations, await Run(stub, "data.initialOrdersPerSizeFactor=5000"));
        Assert.Equal(50, stub.Imported["orders"]);
        Assert.Contains("expected 50 payments, found 0", _host.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_target_that_lost_data_fails_the_check()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = async (context, route) =>
        {
            if (route != "GET /audit/stock") return false;
            await context.Response.WriteAsync("{}\n{}");
            return true;
        };
        Assert.Equal(ExitCode.Violations, await Run(stub));
        Assert.Contains("expected 100 stock, found 2", _host.Out, StringComparison.Ordinal);
        Assert.Equal(0, stub.Count("PATCH /cart/#/add"));
    }

    [Fact]
    public async Task Refused_data_ends_the_run_with_the_reason()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = async (context, route) =>
        {
            if (route != "POST /import/products") return false;
            context.Response.StatusCode = 400;
            await context.Response.WriteAsync("line 7: a price is negative");
            return true;
        };
        Assert.Equal(ExitCode.Target, await Run(stub));
        Assert.Contains("line 7: a price is negative", _host.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Ctrl_C_stops_submitting_drains_and_writes_the_results()
    {
        await using var stub = await StubMarketplace.Start();
        stub.Intercept = async (_, route) =>
        {
            if (route == "PATCH /shipment/#" && stub.Count(route) == 20) await _host.Interrupt.CancelAsync();
            return false;
        };
        Assert.Equal(ExitCode.Interrupted, await Run(stub, "load.operations=1000000"));
        var operations = new HistoryReader(Path.Combine(Output, "history.bin")).Read().ToList();
        Assert.All(operations, operation => Assert.Equal(OutcomeClass.Committed, operation.Outcome));
        Assert.Empty(stub.Carts);
        Assert.True(Summary()["transactions"]!["updateDelivery"]!["committed"]!.GetValue<long>() >= 20);
    }

    [Fact]
    public async Task The_reference_target_answers_after_its_latency_without_any_silo()
    {
        var scenario = _host.Scenario(""", "target": { "reference": "delay", "latencyMs": 20 }""");
        Assert.Equal(ExitCode.Done, await _host.Run("run", scenario, "--output", Output, "--set", "load.operations=40"));
        var dashboards = Summary()["transactions"]!["updateDelivery"]!;
        Assert.Equal(dashboards["submitted"]!.GetValue<long>(), dashboards["committed"]!.GetValue<long>());
        Assert.InRange(dashboards["latencyMs"]!["p50"]!.GetValue<double>(), 19, 500);
    }

    [Fact]
    public async Task The_steps_work_alone()
    {
        await using var stub = await StubMarketplace.Start();
        var scenario = _host.Scenario();
        var (url, data) = (stub.Url.ToString(), _host.Folder.File("data"));
        Assert.Equal(ExitCode.Done, await _host.Run("generate", scenario, "--data", data));
        Assert.Equal(ExitCode.Violations, await _host.Run("check", scenario, "--target", url));
        Assert.Equal(ExitCode.Done, await _host.Run("ingest", scenario, "--target", url, "--data", data));
        Assert.Equal(ExitCode.Done, await _host.Run("check", scenario, "--target", url));
        Assert.Equal(ExitCode.Usage, await _host.Run("ingest", scenario, "--target", url, "--data", data, "--set", "seed=43"));
        Assert.Equal(ExitCode.Done, await _host.Run("submit", scenario, "--target", url, "--output", Output));
        Assert.Equal(ExitCode.Done, await _host.Run("collect", Output));
        Assert.Contains("200 of 200 transactions have a result", _host.Out, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Done, await _host.Run("report", "--output", Output));
        Assert.Equal(ExitCode.Done, await _host.Run("clean", "--target", url, "--keep-data"));
        Assert.Equal((1, 0), (stub.Count("PATCH /reset"), stub.Count("PATCH /cleanup")));
    }

    [Fact]
    public async Task Results_that_are_missing_are_noticed()
    {
        await using var stub = await StubMarketplace.Start();
        await Run(stub);
        var history = Path.Combine(Output, "history.bin");
        var clock = new HistoryReader(history).Clock;
        using (new HistoryWriter(history, "r", clock, workers: 1))
        {
        }

        Assert.Equal(ExitCode.Violations, await _host.Run("collect", "--output", Output));
        Assert.Contains("0 of 200 transactions have a result", _host.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Results_that_never_come_are_exit_code_1_until_they_were_collected()
    {
        await using var stub = await StubMarketplace.Start();
        var egress = new Egress(stub);
        var lost = new ConcurrentBag<string>();
        var count = 0;
        egress.ReceiptsOf = (tid, members) =>
        {
            if (Interlocked.Increment(ref count) % 20 != 0) return [Egress.Receipt(tid, "committed", members)];
            lost.Add(Egress.Receipt(tid, "committed", members));
            return [];
        };
        var scenario = _host.Scenario($$""", "target": { "urls": ["{{stub.Url}}"], "results": "egress" }""");
        Assert.Equal(
            ExitCode.Violations, await _host.Run("run", scenario, "--output", Output, "--set", "load.requestTimeout=2"));
        Assert.Contains($"{lost.Count} transactions have no result.", _host.Out, StringComparison.Ordinal);
        Assert.Contains($"{count - lost.Count} collected, {lost.Count} missing;", _host.Out, StringComparison.Ordinal);
        Assert.Equal(lost.Count, Summary()["results"]!["missing"]!.GetValue<long>());
        Assert.Contains("<h3>Receipts</h3>", File.ReadAllText(Path.Combine(Output, "report.html")), StringComparison.Ordinal);

        Assert.Equal(ExitCode.Violations, await _host.Run("collect", "--output", Output));
        foreach (var receipt in lost)
            egress.Add(receipt);
        Assert.Equal(ExitCode.Done, await _host.Run("collect", "--output", Output));
        Assert.Contains("200 of 200 transactions have a result", _host.Out, StringComparison.Ordinal);
        Assert.Equal((0, lost.Count), (Summary()["results"]!["missing"]!.GetValue<int>(), Summary()["results"]!["late"]!.GetValue<int>()));
        Assert.Equal(ExitCode.Done, await _host.Run("collect", "--output", Output));
    }

    [Theory]
    [InlineData("run")]
    [InlineData("fly", "x")]
    [InlineData("run", "missing.json")]
    [InlineData("run", "SCENARIO", "--set", "load.concurrency=many")]
    [InlineData("run", "SCENARIO", "--target", "not an address")]
    [InlineData("run", "SCENARIO", "--target", "http://127.0.0.1:1", "--target", "not an address")]
    [InlineData("check", "SCENARIO")]
    [InlineData("generate", "SCENARIO")]
    [InlineData("collect")]
    [InlineData("collect", "--output", "missing")]
    [InlineData("collect", "missing")]
    [InlineData("report", "one", "--output", "two")]
    [InlineData("clean")]
    public async Task Wrong_usage_is_exit_code_2_with_a_reason(params string[] arguments)
    {
        var scenario = _host.Scenario();
        Assert.Equal(ExitCode.Usage, await _host.Run([.. arguments.Select(argument => argument == "SCENARIO" ? scenario : argument)]));
        Assert.NotEmpty(_host.Error);
    }

    [Fact]
    public async Task A_target_that_is_not_there_is_exit_code_3()
    {
        var scenario = _host.Scenario(""", "target": { "urls": ["http://unknown.invalid:1"] }""");
        await _host.Interrupt.CancelAsync();
        Assert.Equal(ExitCode.Interrupted, await _host.Run("run", scenario, "--output", Output));
        Assert.False(Directory.Exists(Output), "A run that was broken off before it submitted anything left its folder behind.");
    }

    private static void AssertImported(StubMarketplace stub, params (string Kind, int Count)[] expected) =>
        Assert.Equal(expected.Order(), stub.Imported.Select(kind => (kind.Key, kind.Value)).Order());

    private Task<int> Run(StubMarketplace stub, params string[] overrides)
    {
        var settings = overrides.SelectMany(entry => (string[])["--set", entry]);
        return _host.Run(["run", _host.Scenario(), "--target", stub.Url.ToString(), "--output", Output, .. settings]);
    }

    private JsonNode Summary() => JsonNode.Parse(File.ReadAllText(Path.Combine(Output, "summary.json")))!;
}
