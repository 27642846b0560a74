using Marketplace.Driver.Reporting;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>
/// PostgreSQL goes away for ten seconds in a run, with the state, the audit log and the dashboards in it, and comes back: crashed and
/// recovered, or as if it had hung. The audit of the run then knows of nothing that is lost or half there.
/// </summary>
public abstract class OutageTests
{
    private static readonly TimeSpan Outage = TimeSpan.FromSeconds(10);

    // Of a run that is interrupted on purpose.
    private static readonly string[] Unavoidable = ["driver.self", "placement"];

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    /// <summary>A run with an outage in it, and its audit.</summary>
    /// <param name="isCrash">True if the server crashes and recovers, false if it hangs and goes on.</param>
    /// <param name="storage">Where the silo keeps its states.</param>
    /// <param name="protocol">Its transaction protocol.</param>
    /// <param name="timeout">How long it waits for the server.</param>
    private protected static async Task NothingIsLost(bool isCrash, string storage, string protocol, string timeout)
    {
        await using var server = await PostgresServer.Start();
        using var run = new RunFolder();
        await using var silo = await InProcessSilo.StartOn(
            await server.CreateDatabase(), $"--Marketplace:Protocol={protocol}", $"--Marketplace:Storage={storage}",
            "--Marketplace:AuditLog=postgres", "--Marketplace:Dashboard=postgres", $"--Marketplace:Postgres:Timeout={timeout}",
            "--Marketplace:Protocol:Timeout=00:00:02", "--Logging:LogLevel:Default=Error", "--Logging:LogLevel:Marketplace.Gateway=Warning");
        var interrupted = new InterruptedRun(run, silo.Url.ToString());
        await interrupted.Submit(async () =>
        {
            await silo.Client.Answered("Checkout", 200, 100);
            await (isCrash ? server.Crash(Away) : server.Hang(Away));

            // And it goes on.
            await silo.Client.Answered("Checkout", 200, 100 + await silo.Client.Answered("Checkout", 200, 0));
            await silo.Client.Answered("Dashboard", 200, 10 + await silo.Client.Answered("Dashboard", 200, 0));
        });
        Assert.True(
            await interrupted.Audit() <= ExitCode.Violations,
            $"The audit did not come to its end. The last words of the silo: {string.Concat(silo.Log.TakeLast(2_000))}");

        // Without a protocol a checkout that was cut off stays as far as it had come.
        string[] halves = protocol == "none" ? ["atom.checkout", "atom.no-residue"] : [];
        run.AssertNoViolation([.. Unavoidable, .. halves]);
        Assert.All(
            ["log.complete", "dash.self", "dash.final", "atom.checkout"],
            id => Assert.True(run.Check(id).GetProperty("examined").GetInt64() > 0, id));

        static Task Away() => Task.Delay(Outage, TimeProvider.System, Cancellation);
    }
}
