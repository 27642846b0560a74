using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>The main job as a user starts it: the driver's process starts a silo's process.</summary>
public sealed class QuickstartTests
{
    [Fact(Timeout = 180_000)]
    public async Task One_command_does_the_whole_job()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await Programs.Drive(
            "run", Programs.Config("quickstart.json"), "--output", run.Results, "--set", "epochs.seconds=0.5",
            "--set", "epochs.warmUpLimit=2");
        Assert.True(exitCode == 0, output);
        var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.StartsWith("quickstart: ", lines[^2], StringComparison.Ordinal);
        Assert.Matches(@"^audit: \d+ checks examined: clean\. \d+ not examined \(Recording is off: \d+; ", lines[^1]);
        run.AssertNoViolation();

        // How many of them end in the seconds that are measured is the machine's.
        var transactions = run.Summary().GetProperty("transactions").EnumerateObject();
        Assert.True(transactions.Sum(static kind => kind.Value.GetProperty("submitted").GetInt64()) > 0, output);
        foreach (var file in new[] { "manifest.json", "timeseries.csv", "report.html", "silo.log" })
            Assert.True(File.Exists(Path.Combine(run.Results, file)), file);
    }

    [Fact(Timeout = 180_000)]
    public async Task A_run_under_stress_shows_every_outcome_and_a_clean_audit()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "stress.json", [
            .. InProcessDriver.Operations(4000), "data.quantityPerProduct=50"]); // Little enough that it runs out.
        Assert.True(exitCode == 0, output);
        Assert.True(run.Summary().GetProperty("throughput").GetDouble() > 0);
        var checkout = run.Summary().GetProperty("transactions").GetProperty("checkout");
        Assert.All(["committed", "rejected", "paymentFailed"], outcome => Assert.True(checkout.GetProperty(outcome).GetInt64() > 0, outcome));
        Assert.True(run.Summary().GetProperty("partialCheckouts").GetInt64() > 0);
        Assert.True(run.Summary().GetProperty("packagesDelivered").GetInt64() > 0);
        Assert.True(run.Summary().GetProperty("abandonedSessions").GetInt64() > 0);
    }

    [Fact(Timeout = 180_000)]
    public async Task A_wrong_scenario_is_bad_usage()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await Programs.Drive("run", run.WriteScenario("""{ "name": "x", "load": { "concurrency": "many" } }"""));
        Assert.Equal(2, exitCode);
        Assert.Contains("load.concurrency", output, StringComparison.Ordinal);
    }
}
