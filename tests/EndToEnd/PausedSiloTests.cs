using System.Net;
using System.Text.Json.Nodes;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.EndToEnd;

/// <summary>A silo is paused for so long that its sessions with PostgreSQL end, and another one takes its place.</summary>
public sealed class PausedSiloTests(PostgresFixture postgres)
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact(Timeout = 180_000)]
    public async Task It_writes_nothing_more_and_ends()
    {
        var database = await postgres.CreateDatabase();
        string[] settings = ["--Marketplace:Protocol=deterministic", "--Marketplace:AuditLog=postgres", "--Marketplace:Dashboard=postgres"];
        await using var paused = await SiloProgram.Start(database, settings);
        await PostgresTests.Ingest(paused.Client);
        await PostgresTests.Add(paused.Client, customer: 1, seller: 1);
        await paused.Signal("STOP");

        // What it is asked for meanwhile it finds when it goes on.
        var add = PostgresTests.Add(paused.Client, customer: 1, seller: 1);
        var reset = paused.Client.Expect(HttpStatusCode.OK, HttpMethod.Patch, "/cleanup");
        await EndSessions(database);
        await using var next = await InProcessSilo.StartOn(database, settings);
        await PostgresTests.CheckOut(next.Client, customer: 1, "1");
        await paused.Signal("CONT");
        await Assert.ThrowsAnyAsync<Exception>(() => add);
        await Assert.ThrowsAnyAsync<Exception>(() => reset);
        await paused.Ended();
        Assert.Contains("Another silo has taken over", await paused.Log(), StringComparison.Ordinal);
        var order = await next.Client.Expect(HttpStatusCode.OK, HttpMethod.Get, "/order/1/1");
        Assert.Equal(1, (int)Assert.Single((JsonArray)order!["items"]!)!["quantity"]!);
        await PostgresTests.Add(next.Client, customer: 1, seller: 2);
        await PostgresTests.CheckOut(next.Client, customer: 1, "2");
    }

    private static async Task EndSessions(string database)
    {
        await using var source = NpgsqlDataSource.Create(database);
        await using var end = source.CreateCommand(
            "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
        await end.ExecuteScalarAsync(Cancellation);
    }
}
