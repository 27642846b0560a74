using Xunit;

namespace Marketplace.EndToEnd;

public sealed class AuditLogTests
{
    [Theory(Timeout = 300_000)]
    [InlineData("memory", "none")]
    [InlineData("postgres", "optimistic")]
    [InlineData("postgres", "saga")]
    public async Task The_audit_log_is_complete_and_holds_nothing_that_was_aborted(string storage, string protocol)
    {
        using var run = new RunFolder();
        var (exitCode, output) = await Programs.Drive(
            "run", Programs.Config("stress.json"), "--output", run.Results, "--set", "servers=launch", "--set", "load.operations=2000",
            "--set", "epochs.count=1", "--set", "epochs.warmUp=0", "--set", "epochs.seconds=600", "--set", "data.sizeFactor=0.02",
            "--set", $"target.launch.Storage={storage}", "--set", $"target.launch.Protocol={protocol}", "--set", "target.launch.AuditLog=postgres");
        Assert.True(exitCode == 0, output);
        var log = run.Check("log.complete");
        Assert.True(log.GetProperty("claimed").GetBoolean());
        Assert.Equal(0, log.GetProperty("violations").GetInt64());
        var checkouts = run.Summary().GetProperty("transactions").GetProperty("checkout");
        Assert.True(checkouts.GetProperty("paymentFailed").GetInt64() > 0);
        Assert.True(run.Summary().GetProperty("packagesDelivered").GetInt64() > 0);

        // A payment each, and an order for each whose payment failed, at least.
        Assert.True(log.GetProperty("examined").GetInt64()
            >= checkouts.GetProperty("committed").GetInt64() + (2 * checkouts.GetProperty("paymentFailed").GetInt64()));
    }
}
