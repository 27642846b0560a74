using System.Collections.Immutable;
using Marketplace.Contracts.Audit;
using Marketplace.Contracts.Events;
using Marketplace.Grains;
using Marketplace.Grains.Archiving;
using Marketplace.Grains.Payment;
using Marketplace.Grains.Stock;
using Marketplace.Storage.Postgres.Connections;
using Marketplace.TestSupport;
using Microsoft.Extensions.Logging.Abstractions;
using Npgsql;
using Xunit;

namespace Marketplace.Storage.Postgres.Tests;

/// <summary>Finished records on a real server.</summary>
public sealed class ArchiveTests
{
    private const int Few = 20;
    private const int Many = 50_000;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static string Table => $"{Services.Schema("stock")}.{PostgresArchive.Table(StockService.Events.Name, ArchiveOrigin.Transaction)}";
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    // The server keeps the plan that it made while the table was small, and has no statistics of what came since.
    [Fact(Timeout = 180_000)]
    public async Task A_reader_is_sent_the_records_of_its_keys_and_the_server_reads_each_row_about_once()
    {
        await using var server = await PostgresServer.Start();
        var connection = await server.CreateDatabase();
        await using var asked = NpgsqlDataSource.Create(connection);
        await using (var databases = Connect(connection))
        {
            await databases.Of("stock").Open(new StandingLifetime(), Cancellation);
            await asked.Execute($"ALTER TABLE {Table} SET (autovacuum_enabled = off)");
            var archive = new PostgresArchive(databases);
            await Add(asked, Few);
            for (var i = 0; i < 10; i++)
                Assert.Equal(Few, await Count(archive, KeyFilter.All));

            await Add(asked, Many);
            Assert.Equal(Few + Many, await Count(archive, KeyFilter.All));
            Assert.Equal((Few + Many) / 4, await Count(archive, new KeyFilter(1, 4)));
        }

        // What connections have read is known for certain once they are closed.
        const int passes = 2;
        long read;
        while ((read = await RowsRead(asked)) < passes * Many)
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, Cancellation);

        Assert.InRange(read, passes * Many, (passes + 1) * Many);
    }

    [Fact(Timeout = 180_000)]
    public async Task A_record_is_found_by_its_key_though_the_server_was_away()
    {
        await using var server = await PostgresServer.Start();
        await using var databases = Connect(await server.CreateDatabase());
        await databases.Of("payment").Open(new StandingLifetime(), Cancellation);
        var archive = new PostgresArchive(databases);
        var charge = new ChargeExport(new ReservationId(1, 1, 1), 10, Accepted: true, Voided: false);
        await ((IArchive)archive).Append(PaymentService.Charges, 1, charge, ArchiveOrigin.Transaction);
        Assert.Equal([charge], await archive.Find(PaymentService.Charges, 1).ToListAsync(Cancellation));

        // The connection that has found it is lost, and nobody knows that yet.
        await server.Crash(static () => Task.CompletedTask);
        Assert.Equal([charge], await archive.Find(PaymentService.Charges, 1).ToListAsync(Cancellation));
    }

    private static Databases Connect(string connection) => new(
        new PostgresOptions(Services.All.ToImmutableDictionary(static service => service, _ => connection), Patience) { Owner = "test" },
        TimeProvider.System,
        NullLogger<Databases>.Instance);

    private static async Task<int> Count(PostgresArchive archive, KeyFilter filter) =>
        await archive.Read(StockService.Events.Name, filter, Cancellation).CountAsync(Cancellation);

    private static Task Add(NpgsqlDataSource asked, int count) =>
        asked.Execute($"INSERT INTO {Table} (key, record) SELECT i % 1000, json_build_object('number', i) FROM generate_series(1, {count}) i");

    private static async Task<long> RowsRead(NpgsqlDataSource asked) => (long)(await asked.Execute(
        $"SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relid = '{Table}'::regclass"))!;
}
