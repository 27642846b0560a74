using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>
/// A silo is killed in the middle of a run, and the next one starts on the same database. The driver knows what was acknowledged and what has
/// no answer, and audits what is there: nothing acknowledged is lost, and nothing is half there.
/// </summary>
public sealed class KilledSiloTests(PostgresFixture postgres)
{
    // What a saga waits for between its steps: with it there are always sagas that have begun to store and have not ended.
    private const string PaymentTime = "00:00:00.500";

    // Customers whose silo is gone can't be sealed; and an answer of the payment provider, which is outside, is lost with who asked for it.
    private static readonly string[] Unavoidable = ["driver.self", "payment.once"];

    // What is seen of a saga before it has ended.
    private static readonly string[] Isolation = ["iso.graph", "stock.isolated", "delivery.rule", "dash.fresh"];

    /// <summary>The protocols that claim it, with layouts of the states.</summary>
    public static TheoryData<string, string> Protocols => new()
    {
        { "saga", "document" },
        { "locking", "relations" },
        { "ordered-locking", "document" },
        { "deterministic", "relations-indexed" },
        { "optimistic", "both" },
        { "orleans-transactions", "relations" },
    };

    [Theory(Timeout = 600_000)]
    [MemberData(nameof(Protocols))]
    public async Task Nothing_acknowledged_is_lost_and_nothing_is_half_there_under(string protocol, string layout)
    {
        using var run = new RunFolder();
        var database = await postgres.CreateDatabase();
        var log = await InterruptedRun.Kill(
            run,
            database,
            [
                $"--Marketplace:Protocol={protocol}", "--Marketplace:Dashboard=postgres", "--Marketplace:AuditLog=postgres",
                "--Logging:LogLevel:Default=Error", "--Logging:LogLevel:Marketplace.Protocols=Warning",
                $"--Marketplace:Storage:Layout={layout}",
                "--Marketplace:Recording=full", $"--Marketplace:Recording:Folder={run.Of("history")}",
                .. IsSaga(protocol) ? [$"--Marketplace:PaymentProvider:Latency={PaymentTime}"] : Array.Empty<string>(),
            ],
            async silo =>
            {
                // Operations on carts and the ingestion count as commits too.
                await silo.Client.Committed(2_000);
                if (IsSaga(protocol))
                {
                    // Several have reserved stock and wait for their payments: all of them would have to end before the kill.
                    await InterruptedRun.Stored(database, "sagas are open", "SELECT count(DISTINCT saga) FROM marketplace_stock.step", 4);
                }
            });
        run.AssertNoViolation([.. Unavoidable, .. IsSaga(protocol) ? Isolation : []]);
        Assert.True(IsSaga(protocol) == log.Contains("steps were compensated", StringComparison.Ordinal), log);
        Assert.True(run.Summary().GetProperty("transactions").GetProperty("checkout").GetProperty("committed").GetInt64() > 50);
        Assert.Equal("exact", run.Check("lowstock.exact").GetProperty("level").GetString());
        Assert.True(run.Check("log.complete").GetProperty("examined").GetInt64() > 50);
        if (!IsSaga(protocol))
        {
            Assert.True(run.Check("iso.graph").GetProperty("examined").GetInt64() > 1_000);
            Assert.Contains("The silo started 2 times", run.Check("iso.graph").GetProperty("note").GetString(), StringComparison.Ordinal);
        }
    }

    private static bool IsSaga(string protocol) => protocol == "saga";
}
