using System.Text.Json.Nodes;
using Marketplace.Driver.Reporting;
using Marketplace.Driver.Tests.Support;
using Xunit;

namespace Marketplace.Driver.Tests.Records;

public sealed class RecordsRunTests : IDisposable
{
    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    [Theory]
    [InlineData("roles", 2, "roles")]
    [InlineData("items", 1, "getBySku,listByOwner,get,create,update,delete")]
    public async Task A_run_of_the_record_service_is_measured_and_audited(string kind, int instances, string operations)
    {
        var scenario = _host.Folder.File("scenario.json");
        await File.WriteAllTextAsync(
            scenario,
            $$"""
            { "name": "records", "target": { "records": { "Store": "memory", "Rows": 100 }, "instances": {{instances}} },
              "workload": { "kind": "{{kind}}" }, "load": { "concurrency": 4, "operations": 400 },
              "epochs": { "count": 1, "seconds": 60, "warmUp": 0 } }
            """,
            TestContext.Current.CancellationToken);
        var output = _host.Folder.File("run");
        Assert.Equal((ExitCode.Done, ""), (await _host.Run("run", scenario, "--output", output), _host.Error));
        var summary = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(output, "summary.json"), TestContext.Current.CancellationToken))!;
        var transactions = summary["transactions"]!.AsObject();
        Assert.Equal(operations, string.Join(',', transactions.Select(operation => operation.Key)));
        Assert.Equal(400, transactions.Sum(operation => operation.Value!["committed"]!.GetValue<long>()));
        Assert.True(summary["audit"]!["passed"]!.GetValue<bool>());
        Assert.True(summary["groups"]!["all"]!["p99"]!.GetValue<double>() > 0);
        Assert.True(summary["resources"]!["silo"]!["meanMiB"]!.GetValue<double>() > 0);
        Assert.True(summary["service"]!["threadsPeak"]!.GetValue<int>() > 0);
        Assert.Equal("memory", (string?)summary["service"]!["database"]);
        Assert.True(summary["littleRatio"]!.GetValue<double>() > 0);
        var each = summary["resources"]!["instances"]?.AsArray().Select(one => one!["cpuSeconds"]!.GetValue<double>()).ToList() ?? [];
        Assert.Equal(instances > 1 ? instances : 0, each.Count);
        if (instances > 1) Assert.Equal(summary["resources"]!["silo"]!["cpuSeconds"]!.GetValue<double>(), each.Sum(), 6);
    }

    [Theory]
    [InlineData("get", 400, 0)]
    [InlineData("create", 400, 0)]
    [InlineData("update", 400, 0)]
    [InlineData("delete", 100, 300)]
    public async Task One_operation_can_be_made_alone(string operation, int committed, int rejected)
    {
        var scenario = _host.Folder.File("scenario.json");
        await File.WriteAllTextAsync(
            scenario,
            $$"""
            { "name": "records", "target": { "records": { "Store": "memory", "Rows": 100, "Handlers": "thread" } },
              "workload": { "kind": "items", "items": { "operation": "{{operation}}" } },
              "load": { "concurrency": 4, "operations": 400, "workers": "threads" },
              "epochs": { "count": 1, "seconds": 60, "warmUp": 0 } }
            """,
            TestContext.Current.CancellationToken);
        var output = _host.Folder.File("run");
        Assert.Equal((ExitCode.Done, ""), (await _host.Run("run", scenario, "--output", output), _host.Error));
        var summary = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(output, "summary.json"), TestContext.Current.CancellationToken))!;
        foreach (var (name, counts) in summary["transactions"]!.AsObject())
        {
            var expected = name == operation ? (committed, rejected) : (0, 0);
            Assert.Equal(expected, (counts!["committed"]!.GetValue<int>(), counts["rejected"]!.GetValue<int>()));
        }

        Assert.True(summary["audit"]!["passed"]!.GetValue<bool>());
    }
}
