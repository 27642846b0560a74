using System.Diagnostics.Metrics;
using System.Text;
using Marketplace.Silo.Metrics;
using Marketplace.Silo.Tests.Gateway;
using Marketplace.TestSupport;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Marketplace.Silo.Tests.Metrics;

public sealed class MetricsTests
{
    [Fact]
    public void The_number_of_series_is_bounded()
    {
        using var meter = new Meter("test");
        var series = new InstrumentSeries(meter.CreateCounter<long>("clicks"));
        for (var i = 0; i < 5000; i++)
            series.Measure(1, [new("who", i)]);

        var lines = Write(series).Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(line => !line.StartsWith('#')).ToList();
        Assert.Equal(1001, lines.Count);
        Assert.Contains("clicks_total 4000", lines);
        Assert.Equal(5000, MetricText.Sum(Write(series), "clicks"));
    }

    [Fact]
    public void A_histogram_has_buckets_that_add_up()
    {
        using var meter = new Meter("test");
        var histogram = meter.CreateHistogram<double>(
            "wait", "s", null, null, new InstrumentAdvice<double> { HistogramBucketBoundaries = [0.1, 1] });
        var series = new InstrumentSeries(histogram);
        foreach (var value in (double[])[0.05, 0.1, 0.5, 2])
            series.Measure(value, []);

        Assert.Equal(
            """
            # TYPE wait_seconds histogram
            wait_seconds_bucket{le="0.1"} 2
            wait_seconds_bucket{le="1"} 3
            wait_seconds_bucket{le="+Inf"} 4
            wait_seconds_sum{} 2.65
            wait_seconds_count{} 4

            """,
            Write(series));
    }

    [Fact]
    public void Labels_are_escaped_and_up_down_counters_add()
    {
        using var meter = new Meter("test");
        var series = new InstrumentSeries(meter.CreateUpDownCounter<int>("open.files"));
        series.Measure(3, [new("file.name", "a\"b\\c\nd")]);
        series.Measure(-1, [new("file.name", "a\"b\\c\nd")]);
        Assert.Equal("# TYPE open_files gauge\nopen_files{file_name=\"a\\\"b\\\\c\\nd\"} 2\n", Write(series));
    }

    [Fact]
    public async Task Metrics_are_sent_by_otlp_where_that_is_configured()
    {
        var received = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        var builder = WebApplication.CreateSlimBuilder(["--urls", "http://127.0.0.1:0"]);
        await using var collector = builder.Build();
        collector.MapPost("/v1/metrics", async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            received.TrySetResult(Encoding.UTF8.GetString(body.ToArray()));
        });
        await collector.StartAsync(TestContext.Current.CancellationToken);
        var address = collector.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();
        await using (var silo = await RunningSilo.Start("Otlp:Endpoint=" + address))
        {
            await silo.Expect(201, HttpMethod.Post, "/customer", Bodies.Customer(1));
        }

        var sent = await received.Task.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
        Assert.Contains("marketplace.gateway.request.duration", sent, StringComparison.Ordinal);
        Assert.Contains("AddCustomer", sent, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("orleans", "Orleans:LocalCalls=inline", "inline")]
    [InlineData("orleans", "Orleans:LocalCalls=messages", "messages")]
    [InlineData("local", "Protocol=none", null)]
    public async Task They_say_what_runs_the_grains(string engine, string setting, string? localCalls)
    {
        await using var silo = await RunningSilo.Start($"Engine={engine}", setting);
        var text = await silo.Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
        var line = Assert.Single(text.Split('\n'), static line => line.StartsWith("marketplace_engine_info{", StringComparison.Ordinal));
        Assert.EndsWith("} 1", line, StringComparison.Ordinal);
        var labels = line[(line.IndexOf('{', StringComparison.Ordinal) + 1)..line.IndexOf('}', StringComparison.Ordinal)].Split(',').Order();
        string[] calls = localCalls is null ? [] : [$"local_calls=\"{localCalls}\""];
        string[] expected = [$"engine=\"{engine}\"", .. calls, $"orleans_version=\"{EngineInfo.OrleansVersion}\""];
        Assert.Equal(expected, labels);
        Assert.True(Version.TryParse(EngineInfo.OrleansVersion, out var version) && version.Major >= 10, EngineInfo.OrleansVersion);
    }

    [Fact]
    public async Task Each_silo_of_a_process_counts_its_own_transactions()
    {
        await using var busy = await RunningSilo.StartWithData("Protocol=locking");
        await using var idle = await RunningSilo.Start("Protocol=locking");
        await busy.Expect(200, HttpMethod.Patch, "/cart/1/add", Bodies.Item(1, 1));
        Assert.True(await Commits(busy) > 0);
        Assert.Equal(0, await Commits(idle));
    }

    private static async Task<double> Commits(RunningSilo silo) => MetricText.Sum(
        await silo.Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken), "marketplace_protocol_commits_total");

    [Fact]
    public async Task A_silo_that_runs_no_grains_says_nothing_of_them()
    {
        await using var silo = await RunningSilo.Start("Preset=null");
        var text = await silo.Client.GetStringAsync("/metrics", TestContext.Current.CancellationToken);
        Assert.DoesNotContain("engine_info", text, StringComparison.Ordinal);
    }

    private static string Write(InstrumentSeries series)
    {
        var text = new StringBuilder();
        series.Write(text);
        return text.ToString();
    }
}
