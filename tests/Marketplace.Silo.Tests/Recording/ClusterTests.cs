using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Json;
using Marketplace.Protocols;
using Marketplace.Silo.Hosting;
using Marketplace.Silo.Tests.Cluster;
using Marketplace.Silo.Tests.Entry;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Recording;

/// <summary>What three silos record of transactions that each of them runs, and whose grains are on all of them.</summary>
public sealed class ClusterTests(PostgresFixture postgres)
{
    private const int Silos = 3;
    private const int WorkerCount = 9;

    public static TheoryData<string> Serializable => [.. ProtocolList.Serializable];

    [Theory(Timeout = 120_000)]
    [MemberData(nameof(Serializable))]
    public async Task The_history_of_all_silos_has_no_cycle_under_a_serializable_protocol(string protocol)
    {
        await using var cluster = await SiloCluster.StartLocalhost(
            Silos, $"Protocol={protocol}", "Recording=full", "PaymentProvider:Latency=00:00:00.001");
        await cluster[0].Ingest();
        await Load(cluster, rounds: 10);
        var records = await History(cluster, 1);
        var history = Merged(records);
        Assert.Empty(RecordedGraph.Violations(history));
        Assert.Contains(records, static record => record.IsPart);
        Assert.Contains(history, attempt => attempt is { Kind: "checkout", Outcome: AttemptOutcome.Committed } && attempt.Writes!.Value.Length > 10);
        Assert.Equal(RecordedRun.LastMade(history), await Versions(cluster, 2));

        // A reset at one silo is one of all.
        await cluster[2].Entry.Reset(TestContext.Current.CancellationToken);
        Assert.Empty(await History(cluster, 0));
        Assert.Empty(await Versions(cluster, 1));
    }

    [Fact(Timeout = 120_000)]
    public async Task Without_a_protocol_checkouts_that_meet_are_in_a_cycle()
    {
        await using var cluster = await SiloCluster.StartLocalhost(Silos, "Recording=full", "PaymentProvider:Latency=00:00:00.005");
        await cluster[0].Ingest();
        await Load(cluster, rounds: 15);
        var history = Merged(await History(cluster, 0));
        var violations = RecordedGraph.Violations(history);
        Assert.Contains(violations, violation => violation.Contains("cycle", StringComparison.Ordinal));
        Assert.All(violations, violation => Assert.Contains("cycle", violation, StringComparison.Ordinal));
        Assert.Equal(RecordedRun.LastMade(history), await Versions(cluster, 1));
    }

    [Fact(Timeout = 120_000)]
    public async Task Steps_of_sagas_and_what_is_taken_back_are_recorded_wherever_they_are()
    {
        await using var cluster = await SiloCluster.StartLocalhost(
            ["all", "all", "all"], "Recording=full", "Protocol=saga", "Storage=postgres", $"Postgres={await postgres.CreateDatabase()}");
        await cluster[0].Ingest();
        await Load(cluster, rounds: 8);
        var history = Merged(await History(cluster, 0));
        Assert.All(RecordedGraph.Violations(history), violation => Assert.Contains("cycle", violation, StringComparison.Ordinal));
        Assert.Equal(RecordedRun.LastMade(history), await Versions(cluster, 1));
    }

    [Fact(Timeout = 120_000)]
    public async Task Versions_go_on_where_a_grain_goes_and_what_a_silo_recorded_outlives_it()
    {
        var folder = Directory.CreateTempSubdirectory("recording-test-");
        var database = await postgres.CreateDatabase();
        string[] settings =
        [
            "Cluster:Provider=postgres", "Storage=postgres", $"Postgres={database}", "Protocol=ordered-locking",
            "Recording=full", $"Recording:Folder={folder.FullName}",
        ];
        await using (var cluster = await SiloCluster.Start([[], [], []], settings))
        {
            await cluster[0].Ingest();
            await Load(cluster, rounds: 8);
            await cluster.Stop(0);
            await Load(cluster, rounds: 8);
            var records = await History(cluster, 0);
            Assert.Single(records, static record => record.Kind == TransactionExport.Start);
            var history = Merged(records);
            Assert.Empty(RecordedGraph.Violations(history));
            Assert.Equal(RecordedRun.LastMade(history), await Versions(cluster, 1));

            // What a silo has left that has ended, a reset drops too.
            await cluster[0].Entry.Reset(TestContext.Current.CancellationToken);
            Assert.Empty(await History(cluster, 1));
            Assert.Equal(cluster.Count, folder.GetFiles("history-*").Length);
            Assert.Single(await File.ReadAllLinesAsync(Path.Combine(folder.FullName, "gone-before-reset"), TestContext.Current.CancellationToken));
        }

        folder.Delete(recursive: true);
    }

    [Fact(Timeout = 120_000)]
    public async Task Half_a_history_is_not_shown()
    {
        await using var cluster = await SiloCluster.StartLocalhost(Silos, "Recording=full", "Protocol=locking");
        await cluster[0].Ingest();
        await Load(cluster, rounds: 2);
        Assert.NotEmpty(await History(cluster, 0));
        await cluster.Stop(2);
        foreach (var name in new[] { "history", "versions", "stock-events" })
        {
            // What has begun as an answer can only be cut.
            using var answer = await cluster[0].Send(HttpMethod.Get, $"/audit/{name}", null);
            Assert.False(answer.IsSuccessStatusCode, name);
        }

        await cluster[0].Entry.Reset(TestContext.Current.CancellationToken);
        Assert.Empty(await History(cluster, 1));
    }

    private static Task Load(SiloCluster cluster, int rounds) => Workers.Run(
        WorkerCount,
        rounds,
        static exception => exception is TransactionAbortedException,
        (worker, round, random) => new RecordedRun(cluster[worker % cluster.Count]).Operate(worker, $"w-{round}", random));

    private static Task<List<TransactionExport>> History(SiloCluster cluster, int silo) =>
        cluster[silo].Export("history", EntityJson.Default.TransactionExport);

    private static async Task<IEnumerable<string>> Versions(SiloCluster cluster, int silo) =>
        (await cluster[silo].Export("versions", EntityJson.Default.VersionExport)).Select(static last => last.Version).Order(StringComparer.Ordinal);

    // Each attempt as one record, as a silo alone would have made it.
    private static List<TransactionExport> Merged(IEnumerable<TransactionExport> records) =>
    [
        .. records.Where(static record => record.Id is not null).GroupBy(static record => record.Id).Select(static some =>
        {
            var own = Assert.Single(some, static record => !record.IsPart);
            return own.Writes is null
                ? own
                : own with
                {
                    Reads = [.. some.SelectMany(static one => one.Reads!.Value)],
                    Writes = [.. some.SelectMany(static one => one.Writes!.Value)],
                };
        }),
    ];
}
