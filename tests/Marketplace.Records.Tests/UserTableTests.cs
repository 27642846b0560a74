using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Postgres;
using Marketplace.Records.Stores.Ycsb;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

namespace Marketplace.Records.Tests;

public sealed class UserTableTests(PostgresFixture postgres) : IAsyncDisposable
{
    private readonly MongoDouble _mongo = new();

    private const int Rows = 50;

    public static TheoryData<string, string, bool> Tables() => new()
    {
        { "memory", "document", true },
        { "postgres", "document", false },
        { "postgres", "document", true },
        { "postgres", "relational", false },
        { "mongodb", "document", true },
    };

    public ValueTask DisposeAsync() => _mongo.DisposeAsync();

    [Theory]
    [MemberData(nameof(Tables))]
    public async Task A_table_reads_what_was_written(string store, string layout, bool readsWhole)
    {
        await using var table = await Open(store, layout, readsWhole);
        var (first, second) = (UserData.Record(0), UserData.Record(49));
        Assert.Equal(first.Fields, await table.Read(first.Key));
        Assert.Equal(second.Fields, await table.Read(second.Key));
        Assert.Null(await table.Read("user"));

        var (text, mark) = FieldText.Make(49, 3, 7, 11);
        Assert.True(await table.Update(second.Key, 3, text));
        Assert.False(await table.Update("user", 3, text));
        var found = await table.Read(second.Key);
        Assert.NotNull(found);
        Assert.Equal([.. second.Fields[..3], text, .. second.Fields[4..]], found);
        Assert.Equal(new FieldMark(49, 3, mark), FieldText.Parse(found[3]));

        var added = UserData.Record(50, writer: 2, sequence: 5);
        Assert.True(await table.Insert(added));
        Assert.False(await table.Insert(added));
        Assert.Equal(added.Fields, await table.Read(added.Key));
        Assert.Equal(Rows + 1, await table.Count());
    }

    [Theory]
    [MemberData(nameof(Tables))]
    public async Task A_scan_reads_neighbours_in_the_order_of_keys(string store, string layout, bool readsWhole)
    {
        await using var table = await Open(store, layout, readsWhole);
        var sorted = Enumerable.Range(0, Rows).Select(number => UserData.Record(number))
            .OrderBy(record => record.Key, StringComparer.Ordinal).ToList();
        var found = await table.Scan(sorted[10].Key, 5);
        Assert.Equal(sorted[10..15].Select(record => record.Key), found.Select(record => record.Key));
        Assert.Equal(sorted[10..15].Select(record => record.Fields), found.Select(record => record.Fields));
        Assert.Equal(2, (await table.Scan(sorted[^2].Key, 5)).Count);
        Assert.Empty(await table.Scan("v", 5));
    }

    [Theory]
    [MemberData(nameof(Tables))]
    public async Task A_reset_takes_all_back_to_the_seed_and_clearing_up_keeps_what_is_there(string store, string layout, bool readsWhole)
    {
        await using var table = await Open(store, layout, readsWhole);
        var record = UserData.Record(0);
        var (text, _) = FieldText.Make(0, 9, 1, 1);
        await table.Update(record.Key, 9, text);
        await table.Insert(UserData.Record(50));
        await table.CleanUp();
        Assert.Equal((Rows + 1, text), (await table.Count(), (await table.Read(record.Key))![9]));
        await table.Reset();
        Assert.Equal(Rows, await table.Count());
        Assert.Equal(record.Fields, await table.Read(record.Key));
    }

    [Theory]
    [MemberData(nameof(Tables))]
    public async Task A_thread_is_held_until_its_request_is_done_where_settings_say_so(string store, string layout, bool readsWhole)
    {
        await using var table = await Open(store, layout, readsWhole, RecordsSettings.ThreadPerRequest);
        var record = UserData.Record(0);
        var (text, _) = FieldText.Make(0, 0, 1, 1);
        Task<bool>[] writes =
            [table.Update(record.Key, 0, text).AsTask(), table.Insert(UserData.Record(50)).AsTask(), table.Insert(record).AsTask()];
        Assert.All(writes, write => Assert.True(write.IsCompleted));
        var done = await Task.WhenAll(writes);
        Assert.Equal([true, true, false], done);
        var read = table.Read(record.Key).AsTask();
        Assert.True(read.IsCompleted);
        Assert.Equal(text, (await read)![0]);
        Assert.True(table.Scan(record.Key, 2).AsTask().IsCompleted);
    }

    [Fact]
    public async Task A_database_that_is_gone_is_told_as_such()
    {
        var server = await postgres.CreateDatabase();
        var settings = new RecordsSettings { Layout = "document", Rows = 7, Pool = 1, Postgres = server };
        await using var table = UserTables.Create(settings, new UserTableOptions(ReadsWhole: true, TimeSpan.FromSeconds(5)), TimeProvider.System);
        await table.Open();
        await using (var connection = new NpgsqlConnection(server))
        {
            await connection.OpenAsync(TestContext.Current.CancellationToken);
            await using var command = new NpgsqlCommand(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", connection);
            command.Parameters.Add(new NpgsqlParameter { Value = new SeededDatabase(settings, "usertable ", _ => Task.CompletedTask).Name });
            await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
        }

        await Assert.ThrowsAsync<StoreException>(async () => await table.Read(UserData.Key(0)));
        Assert.Equal(0, table.Pool.Busy);
    }

    [Fact]
    public void A_layout_that_the_table_has_not_is_refused()
    {
        var settings = new RecordsSettings { Layout = "hybrid", Postgres = "Host=nowhere" };
        var error = Assert.Throws<RecordsSettingException>(() => UserTables.Check(settings));
        Assert.Contains("Layout expected one of document, relational for YCSB, found hybrid", error.Message, StringComparison.Ordinal);
    }

    private async Task<IUserTable> Open(string store, string layout, bool readsWhole, string handlers = RecordsSettings.Asynchronous)
    {
        var settings = new RecordsSettings
        {
            Store = store,
            Layout = layout,
            Rows = Rows,
            Pool = 2,
            PoolWait = 5,
            Handlers = handlers,
            Postgres = store == "postgres" ? await postgres.CreateDatabase() : null,
            MongoDb = _mongo.ConnectionString,
        };
        var table = UserTables.Create(settings, new UserTableOptions(readsWhole, TimeSpan.FromSeconds(30)), TimeProvider.System);
        await table.Reset();
        return table;
    }
}
