using System.Text.Json.Nodes;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Scenarios;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Records;

public sealed class YcsbRunTests : IDisposable
{
    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    // A: heavy on updates, D: the latest, E: scans, F: read-modify-write.
    [Theory]
    [InlineData("\"reads\": 50, \"updates\": 50", "read,update")]
    [InlineData("\"reads\": 50, \"updates\": 50", "read,update", "threads")]
    [InlineData("\"reads\": 100, \"updates\": 0, \"keys\": \"uniform\"", "read")]
    [InlineData("\"reads\": 60, \"updates\": 0, \"inserts\": 40, \"keys\": \"latest\"", "read,insert")]
    [InlineData("\"reads\": 0, \"updates\": 0, \"inserts\": 20, \"scans\": 80, \"scanMost\": 5", "insert,scan")]
    [InlineData("\"reads\": 50, \"updates\": 0, \"readModifyWrites\": 50, \"keys\": \"zipfian-plain\"", "read,readModifyWrite")]
    public async Task A_run_on_a_database_is_measured_and_audited(string ycsb, string operations, string workers = "async")
    {
        var scenario = _host.Folder.File("scenario.json");
        await File.WriteAllTextAsync(scenario, Scenario(ycsb), TestContext.Current.CancellationToken);
        var output = _host.Folder.File("run");
        Assert.Equal((ExitCode.Done, ""), (await _host.Run("run", scenario, "--output", output, "--set", $"load.workers={workers}"), _host.Error));
        var summary = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(output, "summary.json"), TestContext.Current.CancellationToken))!;
        var transactions = summary["transactions"]!.AsObject();
        Assert.Equal(operations, string.Join(',', transactions.Select(operation => operation.Key)));
        Assert.Equal(400, transactions.Sum(operation => operation.Value!["committed"]!.GetValue<long>()));
        Assert.True(summary["audit"]!["passed"]!.GetValue<bool>());
        Assert.Equal(3, summary["audit"]!["checks"]!.AsArray().Count(check => check!["examined"]!.GetValue<long>() > 0));
        var reads = operations.Split(',').Where(operation => operation is "read" or "scan").ToList();
        Assert.Equal(reads.Count > 0, summary["groups"]!["reads"] is not null);
        Assert.Equal(reads.Count < transactions.Count, summary["groups"]!["writes"] is not null);
    }

    [Theory]
    [InlineData("\"reads\": 50", "{}", "$.workload.ycsb: expected shares that sum to 100, found 55")]
    [InlineData("\"keys\": \"hot\"", "{}", "$.workload.ycsb.keys: expected one of \"zipfian\"")]
    [InlineData("", """{ "Layout": "hybrid" }""", "$.target.database: Records:Layout expected one of document, relational")]
    [InlineData("", """{ "Pool": "many" }""", "$.target.database: Records:Pool expected a number from 1 to 1000, found many")]
    [InlineData("", """{ "Cpus": 1 }""", "$.target.database: Records:Cpus is a setting of the service alone")]
    [InlineData("", """{ "handlers": "thread" }""", "$.target.database: Records:handlers is a setting of the service alone")]
    [InlineData("", """{ "Store": "mongodb", "Layout": "relational" }""", "$.target.database: Records:MongoDb is missing")]
    [InlineData("", """{ "Store": "postgres" }""", "$.target.database: Records:Postgres is missing")]
    public void What_is_wrong_is_named_before_anything_starts(string ycsb, string settings, string problem)
    {
        var given = JsonNode.Parse(Scenario(ycsb))!;
        foreach (var (name, value) in JsonNode.Parse(settings)!.AsObject())
            given["target"]!["database"]![name] = value!.DeepClone();
        var error = Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(given.ToJsonString(), "x", []));
        Assert.Contains(problem, error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{ "database": { "Store": "memory" } }""", "marketplace", "expected ycsb, as the target is, found marketplace")]
    [InlineData("""{ "records": { "Store": "memory" } }""", "ycsb", "expected roles or items, as the target is, found ycsb")]
    [InlineData("""{ "launch": {} }""", "ycsb", "expected marketplace, as the target is, found ycsb")]
    public void A_workload_fits_its_target(string target, string kind, string problem)
    {
        var text = $$"""{ "name": "x", "target": {{target}}, "workload": { "kind": "{{kind}}" } }""";
        Assert.Contains(problem, Assert.Throws<ScenarioException>(() => ScenarioLoader.Parse(text, "x", [])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Users_may_have_a_connection_each_and_runs_share_a_server_whatever_their_pools()
    {
        var scenario = ScenarioLoader.Parse(Scenario(""), "x", ["target.database.Pool=users", "target.database.Durability=lazy"]);
        var settings = DatabaseSettings.Of(scenario, null, null);
        Assert.Equal((4, "lazy", "document", 100), (settings.Pool, settings.Durability, settings.Layout, settings.Rows));
        Assert.Equal(["Store", "Rows"], DatabaseSettings.OfServer(scenario.Target.Database!).Select(setting => setting.Key));
        Assert.False(settings.IsBlocking);
        var threads = scenario with { Load = scenario.Load with { Workers = LoadSettings.ThreadWorkers } };
        Assert.True(DatabaseSettings.Of(threads, null, null).IsBlocking);
        var many = scenario with { Load = scenario.Load with { Concurrency = 5_000 } };
        Assert.Equal(1_000, DatabaseSettings.Of(many, null, null).Pool);
    }

    [Fact]
    public void Connection_strings_are_not_kept_with_the_results()
    {
        var scenario = ScenarioLoader.Parse(Scenario(""), "x", ["target.database.Postgres=Host=secret"]);
        Assert.Equal(LaunchSecrets.Hidden, (string?)LaunchSecrets.Hide(scenario).Target.Database!["Postgres"]);
    }

    private static string Scenario(string ycsb) =>
        $$"""
        { "name": "ycsb", "target": { "database": { "Store": "memory", "Rows": 100 } }, "workload": { "kind": "ycsb", "ycsb": { {{ycsb}} } },
          "load": { "concurrency": 4, "operations": 400 }, "epochs": { "count": 1, "seconds": 60, "warmUp": 0 } }
        """;
}
