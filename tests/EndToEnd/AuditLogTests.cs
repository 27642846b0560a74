using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

public sealed class AuditLogTests(PostgresFixture postgres)
{
    [Theory(Timeout = 300_000)]
    [InlineData("memory", "none")]
    [InlineData("postgres", "optimistic")]
    [InlineData("postgres", "saga")]
    public async Task The_audit_log_is_complete_and_holds_nothing_that_was_aborted(string storage, string protocol)
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "stress.json", [
            .. InProcessDriver.Operations(1000), $"target.launch.Storage={storage}", $"target.launch.Protocol={protocol}",
            "target.launch.AuditLog=postgres", $"target.launch.Postgres={await postgres.CreateDatabase()}"]);
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
