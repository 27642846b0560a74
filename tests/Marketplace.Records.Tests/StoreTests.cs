using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Postgres;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace Marketplace.Records.Tests;

public sealed class StoreTests(PostgresFixture postgres) : IAsyncDisposable
{
    private readonly MongoDouble _mongo = new();

    public static TheoryData<string> Stores() =>
        ["memory", .. Layouts().Select(row => row.Data), "mongodb document", "mongodb document-indexed"];

    public static TheoryData<string> Layouts() =>
        ["relational", "relational-indexed", "document", "document-indexed", "hybrid", "hybrid-indexed"];

    public ValueTask DisposeAsync() => _mongo.DisposeAsync();

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task A_store_reads_what_was_written(string name)
    {
        await using var store = await Open(name, StoreContract.Rows);
        await StoreContract.ReadsWhatWasWritten(store);
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Roles_come_with_their_permissions(string name)
    {
        await using var store = await Open(name, StoreContract.Rows);
        await StoreContract.RolesHaveTheirPermissions(store);
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task A_reset_takes_all_back_to_the_seed(string name)
    {
        await using var store = await Open(name, StoreContract.Rows);
        await StoreContract.ResetTakesBackToTheSeed(store);
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public async Task Only_an_indexed_layout_uses_an_index(string layout)
    {
        await using var store = (PostgresStore)await Open(layout, 5_000);
        foreach (var bySku in new[] { true, false })
        {
            var plan = await store.Explain(bySku);
            Assert.Contains(layout.EndsWith("-indexed", StringComparison.Ordinal) ? bySku ? "item_sku" : "item_owner" : "Seq Scan on item i", plan,
                StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task Each_run_begins_vacuumed_with_statistics_and_tells_what_it_has_on_the_disk()
    {
        var server = await postgres.CreateDatabase();
        await using var store = await Open(server, "hybrid", 500, pool: 1, hold: 0);
        Assert.Matches("^PostgreSQL 1[0-9.]+.*, fsync (on|off), synchronous_commit on$", store.Server);
        for (var id = 1; id <= 500; id += 2)
            await store.Delete(id);
        await store.Reset();
        Assert.Equal(
            "4 true",
            await Ask(
                server,
                500,
                """
                SELECT (SELECT count(*) FROM pg_stats WHERE tablename = 'item' AND attname IN ('id', 'sku', 'owner_id', 'status')) || ' '
                    || (SELECT relpages > 0 AND relallvisible = relpages FROM pg_class WHERE relname = 'item')
                """));
        Assert.True(await DatabaseSize.OfPostgres(server) > 7 << 20);
        Assert.Null(await DatabaseSize.OfPostgres("Host=127.0.0.1;Port=1"));
    }

    [Fact]
    public async Task A_pool_is_opened_as_a_whole_and_never_exceeded()
    {
        var server = await postgres.CreateDatabase();
        await using var store = await Open(server, "relational", 11, pool: 3, hold: 20);
        Assert.Equal(3, await Connections(server, 11));
        await Task.WhenAll(Enumerable.Range(0, 12).Select(async _ => await store.Roles()));
        Assert.Equal(3, await Connections(server, 11));
        Assert.Equal(0, store.Pool.Busy);
    }

    [Fact]
    public async Task Who_waits_too_long_for_a_connection_is_told_so()
    {
        var server = await postgres.CreateDatabase();
        await using var store = await Open(server, "relational", 12, pool: 1, hold: 1_500);
        var first = store.Roles().AsTask();
        await Wait.Until("the first has the connection", () => store.Pool.Busy == 1);
        await Assert.ThrowsAsync<PoolExhaustedException>(async () => await store.Roles());
        Assert.NotEmpty(await first);
    }

    private static async Task<string> Ask(string server, int rows, string question)
    {
        var name = new SeededDatabase(new RecordsSettings { Layout = "hybrid", Rows = rows, Postgres = server }).Name;
        var place = new NpgsqlConnectionStringBuilder(server) { Database = name, Pooling = false };
        await using var connection = new NpgsqlConnection(place.ConnectionString);
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var command = new NpgsqlCommand(question, connection);
        return (string)(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken))!;
    }

    private static async Task<long> Connections(string server, int rows)
    {
        var name = new SeededDatabase(new RecordsSettings { Layout = "relational", Rows = rows, Postgres = server }).Name;
        await using var connection = new NpgsqlConnection(server);
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var command = new NpgsqlCommand("SELECT count(*) FROM pg_stat_activity WHERE datname = $1", connection);
        command.Parameters.Add(new NpgsqlParameter { Value = name });
        return (long)(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken))!;
    }

    private async Task<IRecordStore> Open(string name, int rows) => name.Split(' ') switch
    {
        ["memory"] => await StoreContract.Open(new RecordsSettings { Store = "memory", Rows = rows }),
        ["mongodb", var layout] => await StoreContract.Open(
            new RecordsSettings { Store = "mongodb", Layout = layout, Rows = rows, Pool = 2, MongoDb = _mongo.ConnectionString }),
        _ => await Open(await postgres.CreateDatabase(), name, rows, pool: 2, hold: 0),
    };

    private static Task<IRecordStore> Open(string server, string layout, int rows, int pool, double hold) => StoreContract.Open(new RecordsSettings
    {
        Layout = layout,
        Rows = rows,
        Pool = pool,
        PoolWait = 1,
        Hold = hold,
        Postgres = server,
    });
}
