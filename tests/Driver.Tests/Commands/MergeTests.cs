using System.Text.Json.Nodes;
using Marketplace.Audit;
using Marketplace.Audit.History;
using Marketplace.Driver.Measurement.History;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Commands;

public sealed class MergeTests : IDisposable
{
    private static readonly string[] Kinds = ["checkout", "priceUpdate", "productDelete", "updateDelivery", "dashboard"];

    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task The_merged_run_is_the_sum_of_the_drivers_and_one_history()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Done, await Submit(stub, "1/2"));
        Assert.Equal(ExitCode.Done, await Submit(stub, "2/2"));
        Assert.Equal(stub.Tids.Count, stub.Tids.Distinct().Count());
        Assert.Equal(ExitCode.Done, await Merge("1", "2"));

        var (first, second, all) = (Summary("1"), Summary("2"), Summary("all"));
        Assert.Equal(200, Kinds.Sum(kind => Count(all, kind, "submitted")));
        foreach (var kind in Kinds)
        {
            Assert.All(["submitted", "committed", "rejected"], member =>
                Assert.Equal(Count(first, kind, member) + Count(second, kind, member), Count(all, kind, member)));
            var times = new Histogram();
            foreach (var operation in History("1").Concat(History("2")).Where(done => !IsPart(done) && Name(done) == kind))
                times.Record(operation.Completed - operation.Planned);
            Assert.Equal(times.Quantile(0.99) / 1e6, all["transactions"]![kind]!["latencyMs"]!["p99"]!.GetValue<double>());
            Assert.Equal(times.Max / 1e6, all["transactions"]![kind]!["latencyMs"]!["max"]!.GetValue<double>());
        }

        var merged = History("all");
        Assert.Equal(
            History("1").Concat(History("2")).Select(Text).Order(StringComparer.Ordinal), merged.Select(Text).Order(StringComparer.Ordinal));
        Assert.Equal([0, 1, 2, 3], merged.Select(operation => operation.Worker).Distinct().Order());
        Assert.Empty(Customers("1").Intersect(Customers("2")));
        Assert.Empty(Products("1").Intersect(Products("2")));
        var series = await File.ReadAllLinesAsync(Path.Combine(Folder("all"), "timeseries.csv"), TestContext.Current.CancellationToken);
        var committed = Array.IndexOf(series[0].Split(','), "committed");
        Assert.Equal(
            merged.Count(operation => !IsPart(operation) && operation.Outcome == OutcomeClass.Committed),
            series.Skip(1).Sum(line => int.Parse(line.Split(',')[committed], System.Globalization.CultureInfo.InvariantCulture)));
        Assert.Contains("The drivers measured at the same time for 0.0 s", _host.Out, StringComparison.Ordinal);

        // The audit sees one run; that of a single driver is none.
        Assert.Equal(ExitCode.Usage, await _host.Run("audit", "--output", Folder("1")));
        Assert.Contains("merge all of them", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Done, await _host.Run("collect", "--output", Folder("all")));
        Assert.Contains("200 of 200 transactions have a result", _host.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_that_are_not_all_drivers_of_one_load_are_refused()
    {
        await using var stub = await StubMarketplace.Start();
        foreach (var part in new[] { "1/2", "2/2" })
            await Submit(stub, part, "--set", "load.operations=20");
        Assert.Equal(ExitCode.Usage, await Merge("1"));
        Assert.Contains("Each of the 2 drivers must be given once; these are 1/2.", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await Merge("1", "1"));

        await Submit(stub, "2/2", "--set", "load.operations=30", "--overwrite");
        Assert.Equal(ExitCode.Usage, await Merge("1", "2"));
        Assert.Contains("has another scenario than", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await Merge("1", "none"));
        Assert.Contains("none is not the folder of a run", _host.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Folder("all")));
    }

    [Theory]
    [InlineData("3/2", "night", "expected for example 2/4")]
    [InlineData("0/2", "night", "expected for example 2/4")]
    [InlineData("2", "night", "expected for example 2/4")]
    [InlineData("2/2", "a b", "letters and digits")]
    [InlineData("5/5", "night", "4 workers are too few for 5 drivers")]
    [InlineData("1/2", null, "--run: $: is missing")]
    public async Task A_share_that_makes_no_sense_is_refused(string part, string? run, string expected)
    {
        string[] named = run is null ? [] : ["--run", run];
        Assert.Equal(ExitCode.Usage, await _host.Run(["submit", _host.Scenario(), "--target", "http://localhost:1", "--part", part, .. named]));
        Assert.Contains(expected, _host.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_common_start_needs_a_time_to_come_and_a_warm_up_of_a_known_length()
    {
        await using var stub = await StubMarketplace.Start();
        Assert.Equal(ExitCode.Usage, await Submit(stub, "1/2", "--start-at", "2020-01-01T00:00:00Z"));
        Assert.Contains("2020-01-01T00:00:00Z is over", _host.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await Submit(stub, "1/2", "--start-at", "2020-01-01T00:00:00Z", "--set", "epochs.warmUp=steady"));
        Assert.Contains("needs an epochs.warmUp that is a number of epochs", _host.Error, StringComparison.Ordinal);
        Assert.Empty(stub.Tids);

        // A busy machine may come to it too late, which the driver says: then it gets more time.
        var (start, code) = await SubmitIn(seconds: 1);
        for (var seconds = 4; code != ExitCode.Done && seconds < 100; seconds *= 4)
        {
            Assert.Contains("--start-at", _host.Error, StringComparison.Ordinal);
            (start, code) = await SubmitIn(seconds);
        }

        Assert.Equal(ExitCode.Done, code);
        Assert.True(new HistoryReader(Path.Combine(Folder("1"), "history.bin")).Clock.Utc >= start);

        async Task<(DateTimeOffset Start, int Code)> SubmitIn(int seconds)
        {
            var at = TimeProvider.System.GetUtcNow().AddSeconds(seconds);
            var text = at.ToString("O", System.Globalization.CultureInfo.InvariantCulture);
            return (at, await Submit(stub, "1/2", "--start-at", text, "--overwrite"));
        }
    }

    private Task<int> Submit(StubMarketplace stub, string part, params string[] more) => _host.Run(
        ["submit", _host.Scenario(), "--target", stub.Url.ToString(), "--run", "night", "--part", part, "--output", Folder(part[..1]), .. more]);

    private Task<int> Merge(params string[] runs) => _host.Run(["merge", .. runs.Select(Folder), "--output", Folder("all")]);

    private string Folder(string name) => _host.Folder.File(name);

    private JsonNode Summary(string name) => JsonNode.Parse(File.ReadAllText(Path.Combine(Folder(name), "summary.json")))!;

    private static long Count(JsonNode summary, string kind, string member) => summary["transactions"]![kind]![member]!.GetValue<long>();

    private List<Operation> History(string name) => [.. new HistoryReader(Path.Combine(Folder(name), "history.bin")).Read()];

    private IEnumerable<int> Customers(string name) => History(name).OfType<CheckoutOperation>().Select(checkout => checkout.CustomerId);

    private IEnumerable<(int Seller, int Product)> Products(string name) => History(name).SelectMany(operation => operation switch
    {
        CheckoutOperation checkout => checkout.Items.Select(item => (item.SellerId, item.ProductId)),
        PriceUpdateOperation update => [(update.SellerId, update.ProductId)],
        ProductDeleteOperation delete => [(delete.SellerId, delete.ProductId)],
        _ => Array.Empty<(int, int)>(),
    });

    private static bool IsPart(Operation operation) => operation.Kind is OperationKind.Seal or OperationKind.Add;

    private static string Name(Operation operation) => Kinds[(int)operation.Kind];

    private static string Text(Operation operation) => operation is CheckoutOperation checkout
        ? $"{checkout with { Items = [] }} {string.Join(' ', checkout.Items)}"
        : operation is SealOperation seal ? $"{seal with { Items = [] }} {string.Join(' ', seal.Items)}" : operation.ToString();
}
