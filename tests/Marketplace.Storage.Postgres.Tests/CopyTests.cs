using Marketplace.Storage.Postgres.Connections;
using Marketplace.Storage.Postgres.Writing;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>Many rows at once.</summary>
public sealed class CopyTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    // Else the silo would stop, as after a statement that the server refuses.
    [Fact(Timeout = 180_000)]
    public async Task What_is_copied_when_the_server_goes_away_can_be_tried_again()
    {
        await using var server = await PostgresServer.Start();
        await using var source = NpgsqlDataSource.Create(await server.CreateDatabase());
        await source.Execute("CREATE TABLE number (value bigint)");
        var connection = await source.OpenConnectionAsync(Cancellation);

        // So many that it does not end before the server does.
        var copying = Task.Run(
            () => CopyRows.Copy(connection, "number (value)", columns: 1, int.MaxValue, static (columns, row) => columns.Long(row)), Cancellation);
        while (await source.Execute("SELECT count(*) FROM pg_stat_progress_copy WHERE tuples_processed > 0") is 0L)
            Assert.False(copying.IsCompleted, "Nothing was copied.");

        await server.Crash(async () =>
        {
            var failure = await Assert.ThrowsAnyAsync<Exception>(() => copying);
            Assert.True(Outage.IsPassing(failure), failure.ToString());
        });
        await connection.DisposeAsync();
    }
}
