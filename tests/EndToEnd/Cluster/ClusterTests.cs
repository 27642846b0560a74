using Marketplace.Driver.Reporting;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd.Cluster;

/// <summary>Loads on clusters whose silos come and go. Each silo is a process where one is killed.</summary>
public sealed class ClusterTests(PostgresFixture postgres)
{
    // A load that lasts until something else has happened need not take all that the machine has; and in checkouts that wait there is more
    // of them to be killed.
    private const string PaymentTime = "00:00:00.200";

    // Seconds.
    private const int GoesOnWithin = 60;

    private static readonly string[] NotCompleted = ["aborted", "timedOut", "transportError", "driverFault"];
    private static readonly string[] Recorded = ["iso.graph", "stock.isolated", "event.once", "event.order", "lowstock.exact", "atom.checkout"];
    // What others see of a saga before it has ended, and what is taken back and cannot be shown.
    private static readonly string[] Unclaimed = ["iso.graph", "stock.isolated", "delivery.rule", "dash.fresh", "lowstock.exact"];
    private static readonly string[] Completed = ["committed", "rejected", "paymentFailed"];

    [Fact(Timeout = 300_000)]
    public async Task A_silo_joins_and_one_leaves_while_the_load_goes_on()
    {
        using var run = new RunFolder();
        var (database, cancellation) = (await postgres.CreateDatabase(), TestContext.Current.CancellationToken);
        string[] urls = [.. Enumerable.Range(0, 4).Select(static _ => SiloProgram.FreeUrl())];

        // On a slow machine nothing is to be given up because of the silos that start.
        await using var cluster = new InProcessCluster(
            static _ => { },
            "Protocol=deterministic", "Protocol:Timeout=00:00:30", "ResponseTimeout=00:02:00", $"PaymentProvider:Latency={PaymentTime}",
            "Recording=full", $"Recording:Folder={run.Of("history")}", "Gateway:LeaveDelay=00:00:04");
        for (var i = 0; i < 3; i++)
            await cluster.Join(i, urls[i], database, cancellation);
        var load = new ClusterLoad(urls, run, requestTimeout: 120);
        var exitCode = await load.Run(async () =>
        {
            await load.Seconds(2);
            await cluster.Join(3, urls[3], database, cancellation);
            await load.Seconds(4);
            await cluster.Stop(0); // The one that started first is no better than the others.
            await load.Seconds(3);
        });

        Assert.True(exitCode == 0, cluster.Logs());

        Assert.True(load.Count(NotCompleted) == 0, cluster.Logs());

        // What silos have recorded is of one piece, that of the one that is gone too.
        foreach (var check in Recorded)
            Assert.Equal((check, "clean"), (check, run.Check(check).GetProperty("verdict").GetString()));

        Assert.Equal("strictly serializable", run.Check("iso.graph").GetProperty("level").GetString());
        Assert.Equal(load.Count("submitted"), load.Count([.. NotCompleted, .. Completed]));
        var targets = run.Summary().GetProperty("targets").EnumerateArray().ToList();
        Assert.All(targets, target => Assert.True(target.GetProperty("requests").GetInt64() > 0, target.ToString()));
    }

    [Fact(Timeout = 300_000)]
    public async Task The_others_go_on_without_a_silo_that_is_killed()
    {
        await using var cluster = await ClusterOfProcesses.Start(
            3, urls: 3, ("Cluster:FailureTimeout", "00:00:03"), ("Protocol", "saga"), ("PaymentProvider:Latency", PaymentTime),
            ("Cart:CheckoutLease", "00:00:10"), ("Protocol:Timeout", "00:00:03"));
        using var run = new RunFolder();
        var load = new ClusterLoad(cluster.Urls, run, requestTimeout: 10);
        var exitCode = await load.Run(async () =>
        {
            await load.Seconds(4);
            cluster.Kill(0);
            await load.Seconds(8);
            await GoesOn(cluster, load, 1, 2);
        });
        AssertNothingIsHalfDone(exitCode, cluster, run, load, Unclaimed);
    }

    // Under the protocol that has most to lose, its order; benchmarks/kills.sh does it under all.
    [Fact(Timeout = 300_000)]
    public async Task What_a_silo_had_that_is_killed_twice_comes_back_on_the_others_and_one_more_may_leave()
    {
        await using var cluster = await ClusterOfProcesses.Start(
            3, urls: 3, ("Cluster:FailureTimeout", "00:00:03"), ("Protocol", "deterministic"), ("PaymentProvider:Latency", PaymentTime),
            ("Cart:CheckoutLease", "00:00:10")); // A checkout that a silo began holds its cart for that long.
        using var run = new RunFolder();
        var load = new ClusterLoad(cluster.Urls, run, requestTimeout: 10);
        int[] left = [];
        var exitCode = await load.Run(async () =>
        {
            await load.Seconds(4);

            // The one that has most to lose.
            var killed = Enumerable.Range(0, 3).First(i => HasSequencer(cluster, i));
            left = [.. Enumerable.Range(0, 3).Where(i => i != killed)];
            cluster.Kill(killed);
            await load.Seconds(8);
            await GoesOn(cluster, load, left);
            Assert.Contains(left, i => HasSequencer(cluster, i));
            await cluster.Add(killed);
            await load.Seconds(3);
            cluster.Kill(killed);
            await load.Seconds(10);
            await cluster.Stop(left[0]);
            await load.Seconds(3);
        });
        AssertNothingIsHalfDone(exitCode, cluster, run, load);

        // The export reads every grain.
        var customers = await cluster.Get(left[1], "/audit/customers");
        Assert.Equal(200, customers.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
    }

    // More transactions than were under way; how many a second is the machine's.
    private static async Task GoesOn(ClusterOfProcesses cluster, ClusterLoad load, params int[] silos)
    {
        var before = await Commits(cluster, silos);
        await load.Seconds(4);
        var after = await Commits(cluster, silos);
        for (var second = 0; second < GoesOnWithin && after <= before + ClusterLoad.Concurrency; second++)
        {
            await load.Seconds(1);
            after = await Commits(cluster, silos);
        }

        Assert.True(after > before + ClusterLoad.Concurrency, $"{before} transactions, and {after} later{Environment.NewLine}{cluster.Logs()}");
    }

    // All that were submitted have an outcome, and none is half done. The payment provider, which is outside, may have charged for what was not
    // committed, and a customer whose silo was gone may not be sealed.
    private static void AssertNothingIsHalfDone(
        int exitCode, ClusterOfProcesses cluster, RunFolder run, ClusterLoad load, params string[] unclaimed)
    {
        Assert.True(exitCode is ExitCode.Done or ExitCode.Violations, cluster.Logs());
        run.AssertNoViolation(["payment.once", "driver.self", .. unclaimed], cluster.Logs);
        Assert.Equal(load.Count("submitted"), load.Count([.. NotCompleted, .. Completed]));
        foreach (var check in Recorded)
            Assert.Contains(run.Check(check).GetProperty("verdict").GetString(), new[] { "clean", "violatedNotClaimed", "violated" });
    }

    private static bool HasSequencer(ClusterOfProcesses cluster, int index) =>
        cluster.Log(index).Contains("has the sequencer", StringComparison.Ordinal);

    private static async Task<double> Commits(ClusterOfProcesses cluster, int[] silos)
    {
        string[] metrics = [];
        try
        {
            metrics = await Task.WhenAll(silos.Select(silo => cluster.Get(silo, "/metrics")));
        }
        catch (HttpRequestException exception)
        {
            Assert.Fail($"{exception.Message}{Environment.NewLine}{cluster.Logs()}");
        }

        return metrics.Sum(static text => MetricText.Sum(text, "marketplace_protocol_commits_total"));
    }
}
