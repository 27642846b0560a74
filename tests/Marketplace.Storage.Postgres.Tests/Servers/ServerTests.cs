using System.Net.Sockets;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests.Servers;

/// <summary>The throw-away servers that tests start.</summary>
public sealed class ServerTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task PostgreSQL_keeps_what_was_committed_over_a_crash_and_nothing_once_it_is_disposed_of()
    {
        string address;
        await using (var server = await PostgresServer.Start())
        {
            address = await server.CreateDatabase() + ";Pooling=false";
            await using var source = NpgsqlDataSource.Create(address);
            await using (var create = source.CreateCommand("CREATE TABLE t AS SELECT 7 AS x"))
            {
                await create.ExecuteNonQueryAsync(Cancellation);
            }

            await server.Crash(async () => await Assert.ThrowsAnyAsync<NpgsqlException>(async () => await source.OpenConnectionAsync(Cancellation)));
            await using var read = source.CreateCommand("SELECT x FROM t");
            Assert.Equal(7, await read.ExecuteScalarAsync(Cancellation));
        }

        await using var gone = NpgsqlDataSource.Create(address);
        await Assert.ThrowsAnyAsync<NpgsqlException>(async () => await gone.OpenConnectionAsync(Cancellation));
    }

    [Fact]
    public async Task A_secondary_of_Redis_follows_its_primary()
    {
        int port;
        await using (var primary = await RedisServer.Start())
        {
            await using var secondary = await RedisServer.Start(primary);
            Assert.Contains("OK", await Ask(primary.Port, "SET a 1"), StringComparison.Ordinal);
            Assert.Contains(":1", await Ask(primary.Port, "WAIT 1 30000"), StringComparison.Ordinal);
            Assert.Contains("role:slave", await Ask(secondary.Port, "INFO replication"), StringComparison.Ordinal);
            port = primary.Port;
        }

        await Assert.ThrowsAsync<SocketException>(() => Ask(port, "PING"));
    }

    private static async Task<string> Ask(int port, string question)
    {
        using var client = new TcpClient();
        await client.ConnectAsync("127.0.0.1", port, Cancellation);
        await using var stream = client.GetStream();
        await stream.WriteAsync(System.Text.Encoding.ASCII.GetBytes(question + "\r\nQUIT\r\n"), Cancellation);
        using var reader = new StreamReader(stream);
        return await reader.ReadToEndAsync(Cancellation);
    }
}
