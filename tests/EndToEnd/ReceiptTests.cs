using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>The preset statefun: transactions are acknowledged at once, and their results collected.</summary>
public sealed class ReceiptTests
{
    [Fact(Timeout = 300_000)]
    public async Task A_run_whose_results_are_collected_misses_none_and_is_audited_as_any_other()
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "stress.json", [
            .. InProcessDriver.Operations(3000), "data.quantityPerProduct=50", "target.launch.Preset=statefun"]);
        Assert.True(exitCode == 0, output);
        Assert.Contains(" checks examined: clean", output, StringComparison.Ordinal);
        Assert.Contains(" collected, 0 missing", output, StringComparison.Ordinal);
        run.AssertNoViolation();
        var checkout = run.Summary().GetProperty("transactions").GetProperty("checkout");
        Assert.All(["committed", "rejected", "paymentFailed"], outcome => Assert.True(checkout.GetProperty(outcome).GetInt64() > 0, outcome));
        var results = run.Summary().GetProperty("results");
        Assert.True(results.GetProperty("collected").GetInt64() > 0);
        Assert.All(["missing", "duplicates", "unknown"], name => Assert.Equal(0, results.GetProperty(name).GetInt64()));
        var latency = checkout.GetProperty("latencyMs").GetProperty("mean").GetDouble();
        Assert.InRange(results.GetProperty("acknowledgedMs").GetProperty("p50").GetDouble(), 0, latency * 10);
    }
}
