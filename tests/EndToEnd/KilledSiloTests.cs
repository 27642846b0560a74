using Marketplace.Silo.Hosting;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>
/// A silo is killed in the middle of a run, and the next one starts on the same database. The driver knows what was acknowledged and what has
/// no answer, and audits what is there: nothing acknowledged is lost, and nothing is half there.
/// </summary>
public sealed class KilledSiloTests(PostgresFixture postgres)
{
    // Where a kill cuts is chance: more rounds find more. Operations on carts and the ingestion count as commits too.
    private const int Rounds = 1;
    private const int RoundsMax = 8;

    // Customers whose silo is gone can't be sealed; an answer of the payment provider, which is outside, is lost with who asked for it; and
    // which grains were active where is known since the start of the silo.
    private static readonly string[] Unavoidable = ["driver.self", "payment.once", "placement"];

    // What is seen of a saga before it has ended.
    private static readonly string[] Isolation = ["iso.graph", "stock.isolated", "delivery.rule"];

    /// <summary>
    /// The protocols that claim it, with layouts of the states. On Orleans, where silos take longer to come, a saga and one that commits in two
    /// phases.
    /// </summary>
    public static TheoryData<string, string> Protocols => ProtocolList.Names.Contains(ProtocolList.OrleansTransactions)
        ? new() { { "saga", "document" }, { "ordered-locking", "relations" } }
        : new()
        {
            { "saga", "document" },
            { "locking", "relations" },
            { "ordered-locking", "document" },
            { "deterministic", "relations-indexed" },
            { "optimistic", "both" },
        };

    [Theory(Timeout = 600_000)]
    [MemberData(nameof(Protocols))]
    public async Task Nothing_acknowledged_is_lost_and_nothing_is_half_there_under(string protocol, string layout)
    {
        // Sagas of which nothing is stored yet have nothing to compensate.
        var logs = "";
        for (var round = 0; round < Rounds || (protocol == "saga" && round < RoundsMax && !IsCompensated(logs)); round++)
        {
            using var run = new RunFolder();
            var (violations, log) = await Kill(run, protocol, layout, 3_000 + 350 * round);
            Assert.Empty(violations);
            logs += log;
        }

        Assert.True(protocol != "saga" || IsCompensated(logs), "No saga was compensated.");
    }

    private static bool IsCompensated(string logs) => logs.Contains("steps were compensated", StringComparison.Ordinal);

    private async Task<(IEnumerable<string> Violations, string Log)> Kill(RunFolder run, string protocol, string layout, int commits)
    {
        var log = await InterruptedRun.Kill(
            run,
            await postgres.CreateDatabase(),
            [
                $"--Marketplace:Protocol={protocol}", "--Marketplace:Dashboard=postgres", "--Marketplace:AuditLog=postgres",
                "--Logging:LogLevel:Default=Error", "--Logging:LogLevel:Marketplace.Protocols=Warning",
                $"--Marketplace:Storage:Layout={layout}",
            ],
            silo => silo.Committed(commits));
        Assert.True(run.Summary().GetProperty("transactions").GetProperty("checkout").GetProperty("committed").GetInt64() > 50);
        Assert.True(run.Check("log.complete").GetProperty("examined").GetInt64() > 50);
        return (run.Violations().Keys.Except(Unavoidable).Except(protocol == "saga" ? Isolation : []), log);
    }
}
