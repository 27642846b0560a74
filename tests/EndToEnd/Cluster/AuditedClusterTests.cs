using Marketplace.Driver.Reporting;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd.Cluster;

/// <summary>
/// Loads on three silos that record, and what their audits examine. A target by URL claims little; here it has to hold all the same. For repl.final
/// a driver leaves carts to a silo that it has launched.
/// </summary>
public sealed class AuditedClusterTests(PostgresFixture postgres)
{
    private static readonly string[] Always =
    [
        "atom.checkout", "iso.graph", "stock.isolated", "event.once", "event.order", "lowstock.exact", "repl.genuine", "repl.used", "repl.object",
        "dash.self", "dash.final", "dash.fresh",
    ];

    private static readonly string[] Across = ["repl.across", "repl.ryw"];

    [Theory(Timeout = 240_000)]
    [InlineData("Protocol=locking", "Replication=causal-per-object")]
    [InlineData("Protocol=ordered-locking", "Replication=causal-across-objects")]
    public Task All_checks_are_examined_and_clean(params string[] settings) =>
        Audit(settings, [.. Always, .. settings.Contains("Replication=causal-across-objects") ? Across : []]);

    [Theory(Timeout = 600_000)]
    [InlineData("composite-causal")]
    [InlineData("full", "log.complete")]
    public async Task A_preset_runs_as_it_is(string preset, params string[] checks)
    {
        await using var primary = await RedisServer.Start();
        await using var secondary = await RedisServer.Start(primary);
        await Audit(
            [
                $"Preset={preset}", $"RedisPrimary={primary.Address}", $"RedisSecondary={secondary.Address}",
                $"Postgres={await postgres.CreateDatabase()}",
            ],
            [.. Always, .. Across, .. checks]);
    }

    // Their steps are seen before they end, so some checks may find something.
    [Fact(Timeout = 240_000)]
    public async Task Records_of_sagas_are_examined()
    {
        using var run = new RunFolder();
        await Load(run, ["Protocol=saga", "Storage=postgres", $"Postgres={await postgres.CreateDatabase()}"]);
        foreach (var check in new[] { "atom.checkout", "event.once", "dash.self" })
            Assert.Equal((check, "clean"), (check, run.Check(check).GetProperty("verdict").GetString()!));

        foreach (var check in new[] { "iso.graph", "stock.isolated", "event.order", "lowstock.exact" })
            Assert.Contains(run.Check(check).GetProperty("verdict").GetString(), new[] { "clean", "violatedNotClaimed" });
    }

    private static async Task Audit(string[] settings, string[] checks)
    {
        using var run = new RunFolder();
        await Load(run, settings);

        // With its witnesses: a cluster does not do the same twice.
        Assert.All(checks, check => Assert.True(run.Check(check).GetProperty("verdict").GetString() == "clean", run.Check(check).GetRawText()));

        // By chance no update finds a cart.
        Assert.True(run.Check("repl.lag").GetProperty("verdict").GetString() is "clean" or "notExamined", "repl.lag");
        Assert.Equal("strictly serializable", run.Check("iso.graph").GetProperty("level").GetString());
        Assert.Equal("exact", run.Check("lowstock.exact").GetProperty("level").GetString());
    }

    private static async Task Load(RunFolder run, string[] settings)
    {
        var scenario = run.WriteScenario("""
            {
              "name": "three-silos",
              "data": { "sizeFactor": 0.02 },
              "workload": { "mix": { "checkout": 60, "priceUpdate": 15, "productDelete": 5, "updateDelivery": 10, "dashboard": 10 } },
              "load": { "concurrency": 8, "operations": 600 },
              "epochs": { "count": 1, "seconds": 120, "warmUp": 0 }
            }
            """);
        await using var cluster = await InProcessCluster.Start(
            3, static _ => { }, ["Recording=full", "EventOrder=causal", .. settings], TestContext.Current.CancellationToken);
        var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(
            output,
            TestContext.Current.CancellationToken,
            ["run", scenario, "--output", run.Results, "--quiet", .. cluster.Urls.SelectMany(static url => new[] { "--target", url })]);
        Assert.True(exitCode == ExitCode.Done, output.ToString());
    }
}
