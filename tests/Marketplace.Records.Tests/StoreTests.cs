using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Postgres;
using Marketplace.TestSupport;
using Npgsql;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace Marketplace.Records.Tests;

public sealed class StoreTests(PostgresFixture postgres)
{
    public static TheoryData<string> Stores() =>
        ["memory", "relational", "relational-indexed", "document", "document-indexed", "hybrid", "hybrid-indexed"];

    public static TheoryData<string> Layouts() => [.. Stores().Select(row => row.Data).Where(store => store != "memory")];

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task A_store_reads_what_was_written(string name)
    {
        await using var store = await Open(name, 40);
        foreach (var id in new[] { 1, 7, 40 })
        {
            AssertEqual(SeedData.Item(id, 40), await store.Get(id));
            AssertEqual(SeedData.Item(id, 40), await store.GetBySku(SeedData.Sku(id)));
        }

        Assert.Equal([1L, 5, 9], (await store.ListByOwner(1, 3)).Select(item => item.Id));
        Assert.All(await store.ListByOwner(1, 100), item => AssertEqual(SeedData.Item(item.Id, 40), item));
        Assert.Null(await store.Get(41));
        Assert.Null(await store.GetBySku("none"));
        Assert.Empty(await store.ListByOwner(1_000, 3));

        var created = SeedData.Item(41, 40);
        Assert.True(await store.Create(created));
        Assert.False(await store.Create(created));
        AssertEqual(created, await store.Get(41));

        var change = new ItemChange(
            3, 12.34m, 56, created.UpdatedAt.AddHours(1), new ItemAttribute("attribute4", "changed"), WriteMark.Of(41, 2, 9, 12.34m, 56));
        Assert.True(await store.Update(41, change));
        Assert.False(await store.Update(42, change));
        AssertEqual(
            created with
            {
                Status = 3,
                Price = 12.34m,
                Quantity = 56,
                UpdatedAt = change.UpdatedAt,
                Attributes = [.. created.Attributes.Select(one => one.Name == "attribute4" ? change.Attribute : one)],
                Mark = change.Mark,
            },
            await store.GetBySku(created.Sku));
        Assert.True(await store.Delete(41));
        Assert.False(await store.Delete(41));
        Assert.Null(await store.Get(41));
        Assert.Equal(40, await store.Count());
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task Roles_come_with_their_permissions(string name)
    {
        await using var store = await Open(name, 40);
        var (expected, found) = (SeedData.AllRoles(), await store.Roles());
        Assert.Equal(expected.Select(role => (role.Id, role.Name)), found.Select(role => (role.Id, role.Name)));
        Assert.Equal(expected.SelectMany(role => role.Permissions), found.SelectMany(role => role.Permissions));
        Assert.Equal(50, found.Sum(role => role.Permissions.Count));
    }

    [Theory]
    [MemberData(nameof(Stores))]
    public async Task A_reset_takes_all_back_to_the_seed(string name)
    {
        await using var store = await Open(name, 40);
        await store.Delete(3);
        await store.Create(SeedData.Item(41, 40));
        await store.Reset();
        Assert.Equal(40, await store.Count());
        AssertEqual(SeedData.Item(3, 40), await store.Get(3));
        Assert.Null(await store.Get(41));
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

    private static async Task<long> Connections(string server, int rows)
    {
        var name = new SeededDatabase(new RecordsSettings { Layout = "relational", Rows = rows, Postgres = server }).Name;
        await using var connection = new NpgsqlConnection(server);
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var command = new NpgsqlCommand("SELECT count(*) FROM pg_stat_activity WHERE datname = $1", connection);
        command.Parameters.Add(new NpgsqlParameter { Value = name });
        return (long)(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken))!;
    }

    private static void AssertEqual(Item expected, Item? found)
    {
        Assert.NotNull(found);
        Assert.Equal(expected.Attributes, found.Attributes);
        Assert.Equal(expected.Tags, found.Tags);
        Assert.Equal(expected with { Attributes = [], Tags = [] }, found with { Attributes = [], Tags = [] });
        Assert.Equal(found.Mark, WriteMark.Of(found.Id, found.Mark.Writer, found.Mark.Sequence, found.Price, found.Quantity));
    }

    private async Task<IRecordStore> Open(string name, int rows) => name == "memory"
        ? await Opened(new RecordsSettings { Store = "memory", Rows = rows })
        : await Open(await postgres.CreateDatabase(), name, rows, pool: 2, hold: 0);

    private static Task<IRecordStore> Open(string server, string layout, int rows, int pool, double hold) => Opened(new RecordsSettings
    {
        Layout = layout,
        Rows = rows,
        Pool = pool,
        PoolWait = 1,
        Hold = hold,
        Postgres = server,
    });

    private static async Task<IRecordStore> Opened(RecordsSettings settings)
    {
        var store = RecordStores.Create(settings, TimeProvider.System);
        await store.Open();
        return store;
    }
}
