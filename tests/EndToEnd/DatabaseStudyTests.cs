using System.Text.Json.Nodes;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A study of a database that the driver starts and uses itself.</summary>
public sealed class DatabaseStudyTests : IDisposable
{
    private readonly RunFolder _run = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => _run.Dispose();

    [Fact(Timeout = 300_000)]
    public async Task Documents_and_columns_are_compared_on_servers_that_the_driver_starts()
    {
        await File.WriteAllTextAsync(
            _run.Of("tiny.json"),
            $$"""
            { "name": "tiny", "question": "Does it work?", "scenario": "{{Programs.Config("ycsb.json")}}", "published": "published.json",
              "arms": { "jsonb": {}, "columns": { "set": { "target.database.Layout": "relational" } }, "mongodb": { "needs": "mongodb" } },
              "axes": { "mix": { "70/30": { "workload.ycsb.reads": 70, "workload.ycsb.updates": 30 } }, "load.concurrency": [4] },
              "set": { "target.database.Rows": 200, "target.database.Pool": 2, "load.operations": 2000, "epochs.count": 1, "epochs.seconds": 60,
                "epochs.warmUp": 0 },
              "baseline": { "arm": "columns" }, "profiles": { "small": { "repeats": 2 }, "paper": {} },
              "claims": [ { "id": "T1", "text": "MongoDB is faster", "figure": "throughput", "kind": "more", "needs": "mongodb",
                "of": { "arm": "mongodb" }, "to": { "arm": "jsonb" } } ] }
            """,
            Cancellation);
        await File.WriteAllTextAsync(
            _run.Of("published.json"),
            """{ "title": "made up", "statements": [ { "text": "How much faster", "number": "seven times" } ] }""",
            Cancellation);
        var (exitCode, output) = await Programs.Drive("study", _run.Of("tiny.json"), "--output", _run.Results, "--quiet");
        Assert.True(exitCode == 0, output);

        var sweep = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(_run.Results, "main", "sweep.json"), Cancellation))!;
        var runs = sweep["runs"]!.AsArray();
        Assert.Equal(4, runs.Count);
        foreach (var run in runs)
        {
            Assert.Equal(0, run!["exitCode"]!.GetValue<int>());
            foreach (var figure in new[] { "throughput", "readsMeanMs", "writesMeanMs", "poolWaitP99Ms", "connectionsBusyMean", "databaseMeanMiB" })
                Assert.True(run["metrics"]![figure]!.GetValue<double>() > 0, figure);
            Assert.Equal(3, run["metrics"]!["auditExamined"]!.GetValue<double>());
        }

        var study = JsonNode.Parse(await File.ReadAllTextAsync(Path.Combine(_run.Results, "study.json"), Cancellation))!;
        Assert.Equal("not run", (string?)study["claims"]![0]!["verdict"]);
        var text = await File.ReadAllTextAsync(Path.Combine(_run.Results, "study.md"), Cancellation);
        Assert.Contains("| How much faster | seven times |", text, StringComparison.Ordinal);
        Assert.DoesNotContain("assword", text + output, StringComparison.Ordinal);
    }
}
