using System.Text.Json.Nodes;
using Marketplace.Driver.Tests.Support;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Driver.Tests.Load;

/// <summary>The public form of a summary, and what a seed makes of a workload, outlive changes of the driver's insides.</summary>
public sealed class StoredSummaryTests : IDisposable
{
    private readonly TestHost _host = new();

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task A_seed_makes_the_summary_that_is_stored()
    {
        var scenario = _host.Folder.File("stored.json");
        await File.WriteAllTextAsync(
            scenario,
            """
            { "name": "stored", "seed": 42, "target": { "reference": "delay", "latencyMs": 0 }, "data": { "sizeFactor": 0.01 },
              "load": { "concurrency": 1, "operations": 300 }, "epochs": { "count": 1, "seconds": 600, "warmUp": 0 } }
            """,
            TestContext.Current.CancellationToken);
        var output = _host.Folder.File("run");
        Assert.Equal(0, await _host.Run("run", scenario, "--output", output, "--quiet"));
        var stored = await Read(Repository.File("tests", "Driver.Tests", "Load", "stored-summary.json"));
        var found = await Read(Path.Combine(output, "summary.json"));

        // A load that is over in a moment may have no sample of the pauses.
        Assert.Empty(Members(stored, "$").Except(Members(found, "$")).Except(["$.resources.driver.gcPauseMs"]));
        Assert.Null(found["littleRatio"]);
        foreach (var (kind, expected) in stored["transactions"]!.AsObject())
        {
            var counts = expected!.AsObject().Where(member => member.Value is JsonValue && member.Key != "throughput");
            Assert.All(counts, count => Assert.Equal(
                count.Value!.GetValue<long>(), found["transactions"]![kind]![count.Key]!.GetValue<long>()));
        }
    }

    private static async Task<JsonNode> Read(string path) =>
        JsonNode.Parse(await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken))!;

    // What the audit found belongs to the audit; the test's own is a stub.
    private static IEnumerable<string> Members(JsonNode? node, string path) => node switch
    {
        JsonObject members => members.Where(member => member.Key != "audit")
            .SelectMany(member => Members(member.Value, $"{path}.{member.Key}").Prepend($"{path}.{member.Key}")),
        JsonArray list => list.Take(1).SelectMany(entry => Members(entry, path + "[]")),
        _ => [],
    };
}
