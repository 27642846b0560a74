using Marketplace.Driver.Reporting;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Two drivers that share a load on one silo at the same time.</summary>
public sealed class SharedLoadTests
{
    private static readonly string[] Kinds = ["checkout", "priceUpdate", "productDelete", "updateDelivery", "dashboard"];

    [Fact(Timeout = 180_000)]
    public async Task Two_drivers_make_one_run_that_is_their_sum_and_passes_its_audit()
    {
        await using var silo = await InProcessSilo.Start(
            static _ => { },
            ["--Marketplace:Preset", "orleans", "--Marketplace:Protocol", "deterministic", "--Logging:LogLevel:Default", "Error"],
            TestContext.Current.CancellationToken);
        using var run = new RunFolder();
        var scenario = run.WriteScenario("""
            { "name": "shared", "data": { "sizeFactor": 0.02 }, "load": { "concurrency": 8, "operations": 600 },
              "workload": { "mix": { "checkout": 50, "priceUpdate": 15, "productDelete": 10, "updateDelivery": 20, "dashboard": 5 } },
              "epochs": { "count": 1, "seconds": 60, "warmUp": 0 } }
            """);
        string[] target = ["--target", silo.Url.ToString()];
        await Drive(["ingest", scenario, .. target]);
        await Task.WhenAll(new[] { "1/2", "2/2" }.Select(part => Task.Run(() => Drive(
            ["submit", scenario, .. target, "--quiet", "--run", "shared1", "--part", part, "--output", run.Of($"part-{part[0]}")]))));
        await Drive(["merge", run.Of("part-1"), run.Of("part-2"), "--output", run.Results]);
        await Drive(["audit", "--output", run.Results]);

        Assert.Equal(600, Kinds.Sum(kind => Submitted(run.Results, kind)));
        Assert.All(Kinds, kind => Assert.Equal(
            Submitted(run.Of("part-1"), kind) + Submitted(run.Of("part-2"), kind), Submitted(run.Results, kind)));
        run.AssertNoViolation();
        Assert.True(run.Check("atom.checkout").GetProperty("examined").GetInt64() > 100);
    }

    private static long Submitted(string folder, string kind)
    {
        using var summary = System.Text.Json.JsonDocument.Parse(File.ReadAllText(Path.Combine(folder, "summary.json")));
        return summary.RootElement.GetProperty("transactions").GetProperty(kind).GetProperty("submitted").GetInt64();
    }

    private static async Task Drive(string[] arguments)
    {
        using var output = new StringWriter();
        var exitCode = await InProcessDriver.Run(output, TestContext.Current.CancellationToken, arguments);
        Assert.True(exitCode == ExitCode.Done, $"driver {string.Join(' ', arguments)}: {exitCode}\n{output}");
    }
}
