using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>Seller dashboards from PostgreSQL.</summary>
public sealed class DashboardTests(PostgresFixture postgres)
{
    [Theory(Timeout = 300_000)]
    [InlineData("memory", "none")]
    [InlineData("memory", "saga")]
    [InlineData("postgres", "deterministic")]
    [InlineData("postgres", "locking")]
    public async Task A_run_whose_dashboards_come_from_PostgreSQL_has_a_clean_audit(string storage, string protocol)
    {
        using var run = new RunFolder();
        var (exitCode, output) = await InProcessDriver.Run(run, "stress.json", [
            .. InProcessDriver.Operations(1500), $"target.launch.Storage={storage}", $"target.launch.Protocol={protocol}",
            "target.launch.Dashboard=postgres", $"target.launch.Postgres={await postgres.CreateDatabase()}"]);
        Assert.True(exitCode == 0, output);
        foreach (var id in new[] { "dash.self", "dash.final" })
        {
            var check = run.Check(id);
            Assert.True(check.GetProperty("claimed").GetBoolean(), id);
            Assert.Equal(0, check.GetProperty("violations").GetInt64());
            Assert.True(check.GetProperty("examined").GetInt64() > 0, id);
        }

        // What was read was not always empty: some orders are open in the end.
        Assert.True(run.Summary().GetProperty("transactions").GetProperty("dashboard").GetProperty("committed").GetInt64() > 0, output);
    }
}
