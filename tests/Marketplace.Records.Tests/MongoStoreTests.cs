using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Mongo;
using Marketplace.Records.Stores.Ycsb;
using Marketplace.TestSupport;
using MongoDB.Bson;
using MongoDB.Driver;
using Xunit;

namespace Marketplace.Records.Tests;

/// <summary>What the client of MongoDB is told to do, seen from the other side. The double is no server: see MongoServerTests.</summary>
public sealed class MongoStoreTests : IAsyncDisposable
{
    private readonly MongoDouble _mongo = new();

    public ValueTask DisposeAsync() => _mongo.DisposeAsync();

    [Theory]
    [InlineData("commit", "{ \"w\" : \"majority\", \"j\" : true }")]
    [InlineData("lazy", "{ \"w\" : 1, \"j\" : false }")]
    public async Task Writes_say_how_durable_they_are(string durability, string concern)
    {
        await using var store = await Open(durability: durability);
        var item = SeedData.Item(41, StoreContract.Rows);
        _mongo.Commands.Clear();
        await store.Create(item);
        await store.Update(41, new ItemChange(1, 2, 3, item.UpdatedAt, item.Attributes[0], item.Mark));
        await store.Delete(41);
        Assert.Equal(["insert", "update", "delete"], _mongo.Commands.Select(command => command.GetElement(0).Name));
        Assert.All(_mongo.Commands, command => Assert.Equal(concern, command["writeConcern"].ToJson()));
    }

    [Theory]
    [InlineData("document", "")]
    [InlineData("document-indexed", "sku owner category status createdAt")]
    public async Task Only_an_indexed_layout_has_secondary_indexes(string layout, string fields)
    {
        await using var store = await Open(layout: layout);
        var indexes = _mongo.CommandsOf("createIndexes").SelectMany(command => command["indexes"].AsBsonArray);
        Assert.Equal(fields, string.Join(' ', indexes.Select(index => index["key"].AsBsonDocument.GetElement(0).Name)));
    }

    [Fact]
    public async Task An_item_is_a_document_and_what_is_read_of_it_is_the_item()
    {
        var item = SeedData.Item(7, StoreContract.Rows);
        var document = ItemBson.Of(item);
        Assert.Equal(
            [
                BsonType.Int64, BsonType.String, BsonType.Int64, BsonType.Int32, BsonType.Int32, BsonType.Decimal128, BsonType.Int32,
                BsonType.DateTime, BsonType.DateTime, BsonType.Document, BsonType.Array, BsonType.Document,
            ],
            document.Select(field => field.Value.BsonType));
        Assert.InRange(document.ToBson().Length, 700, 1_100);
        var read = ItemBson.ToItem(document);
        Assert.Equal(item with { Attributes = [], Tags = [] }, read with { Attributes = [], Tags = [] });
        var set = ItemBson.Set(new ItemChange(1, 2.5m, 3, item.UpdatedAt, new ItemAttribute("attribute4", "new"), item.Mark));
        Assert.Equal("new", set["$set"]["attributes.attribute4"]);

        // A seed is as long each time.
        await using var store = await Open();
        Assert.Equal(StoreContract.Rows, await store.Count());
    }

    [Fact]
    public async Task A_pool_is_opened_as_a_whole_and_never_exceeded()
    {
        await using var store = await Open(pool: 3);
        Assert.Equal(4, _mongo.Connections); // One more watches the server.
        await Task.WhenAll(Enumerable.Range(0, 12).Select(async _ => await store.Roles()));
        Assert.Equal(4, _mongo.Connections);
        Assert.Equal(0, store.Pool.Busy);
        await store.Close();
        await Wait.Until("the connections are closed", () => _mongo.Connections == 0);
    }

    [Fact]
    public async Task Who_waits_too_long_for_a_connection_is_told_so()
    {
        await using var store = await Open(pool: 1);
        var release = new TaskCompletionSource<BsonDocument?>();
        _mongo.Before = _ => release.Task;
        var first = store.Roles().AsTask();
        await Wait.Until("the first has the connection", () => store.Pool.Busy == 1);
        await Assert.ThrowsAsync<PoolExhaustedException>(async () => await store.Roles());
        _mongo.Before = static _ => Task.FromResult((BsonDocument?)null);
        release.SetResult(null);
        Assert.NotEmpty(await first);
    }

    [Theory]
    [InlineData(RecordsSettings.Asynchronous, false)]
    [InlineData(RecordsSettings.ThreadPerRequest, true)]
    public async Task A_call_holds_the_thread_of_its_caller_only_where_the_settings_say_so(string handlers, bool isDone)
    {
        await using var store = await StoreContract.Open(Settings() with { Handlers = handlers });
        Assert.True(store.CanBlock);
        var item = SeedData.Item(41, StoreContract.Rows);
        var calls = new Func<Task>[]
        {
            () => store.Get(1).AsTask(),
            () => store.ListByOwner(1, 3).AsTask(),
            () => store.Create(item).AsTask(),
            () => store.Update(41, new ItemChange(1, 2, 3, item.UpdatedAt, item.Attributes[0], item.Mark)).AsTask(),
            () => store.Delete(41).AsTask(),
            () => store.Roles().AsTask(),
        };
        _mongo.Before = static async _ =>
        {
            await Task.Yield();
            return null;
        };
        foreach (var call in calls)
        {
            var under = call();
            Assert.True(under.IsCompleted || !isDone);
            await under;
        }
    }

    [Fact]
    public async Task A_record_of_YCSB_that_is_not_answered_in_time_is_told_as_such()
    {
        await using var table = UserTables.Create(
            Settings("document", pool: 1), new UserTableOptions(ReadsWhole: true, TimeSpan.FromMilliseconds(300)), TimeProvider.System);
        await table.Open();
        var release = new TaskCompletionSource<BsonDocument?>();
        _mongo.Before = _ => release.Task;
        var error = await Assert.ThrowsAsync<StoreException>(async () => await table.Update(UserData.Key(0), 1, "new"));
        Assert.True(error.IsTimeout);
        release.SetResult(null);
        Assert.Equal(0, table.Pool.Busy);
    }

    [Fact]
    public async Task A_write_that_is_not_acknowledged_as_asked_is_an_error()
    {
        await using var store = await Open();
        _mongo.Before = static command => Task.FromResult(command.GetElement(0).Name == "insert"
            ? new BsonDocument
            {
                { "ok", 1 },
                { "n", 1 },
                { "writeConcernError", new BsonDocument { { "code", 64 }, { "errmsg", "waiting for replication timed out" } } },
            }
            : null);
        await Assert.ThrowsAsync<MongoWriteException>(async () => await store.Create(SeedData.Item(41, StoreContract.Rows)));
    }

    [Fact]
    public async Task Instances_that_start_together_make_one_seed()
    {
        var settings = Settings();
        var stores = await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => StoreContract.Open(settings)));
        Assert.Equal(StoreContract.Rows, await stores[2].Count());
        await stores[0].Create(SeedData.Item(41, StoreContract.Rows));
        await using var later = await StoreContract.Open(settings);
        Assert.Equal(StoreContract.Rows + 1, await later.Count());
        foreach (var store in stores)
            await store.DisposeAsync();
    }

    [Fact]
    public async Task A_reset_needs_no_right_to_sync()
    {
        await using var store = await Open();
        _mongo.Before = static command => Task.FromResult(command.GetElement(0).Name == "fsync"
            ? new BsonDocument { { "ok", 0 }, { "code", 13 }, { "errmsg", "not authorized" } }
            : null);
        await StoreContract.ResetTakesBackToTheSeed(store);
        Assert.Single(_mongo.CommandsOf("dropDatabase"));
    }

    [Theory]
    [InlineData("""{ "version": "7.0.14" }""", "commit", "MongoDB 7.0.14, replica set of 1, w majority, j true")]
    [InlineData("""{ "version": "7.0.77", "ferretdb": { "version": "v2.5.0" } }""", "lazy", "FerretDB v2.5.0, replica set of 1, w 1, j false")]
    [InlineData("""{ "version": "6.0.42", "ferretdbVersion": "v1.24.0" }""", "lazy", "FerretDB v1.24.0, replica set of 1, w 1, j false")]
    public async Task It_says_which_server_it_is(string buildInfo, string durability, string server)
    {
        _mongo.BuildInfo = BsonDocument.Parse(buildInfo);
        await using var store = await Open(durability: durability);
        Assert.Equal(server, store.Server);
    }

    [Fact]
    public void A_server_that_is_not_there_is_named_without_its_password()
    {
        Assert.Null(MongoServerInfo.Problem(_mongo.ConnectionString));
        Assert.Equal(
            "the MongoDB server at 127.0.0.1:1 can't be reached", MongoServerInfo.Problem("mongodb://user:secret@127.0.0.1:1"));
        Assert.Contains("mongodb://host:port", MongoServerInfo.Problem("Host=secret"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_size_is_that_of_the_databases_of_stores()
    {
        _mongo.Before = static command => Task.FromResult(command.GetElement(0).Name == "listDatabases"
            ? BsonDocument.Parse(
                """
                { ok: 1, databases: [
                    { name: "admin", sizeOnDisk: 7 }, { name: "records_a", sizeOnDisk: 40 }, { name: "records_b", sizeOnDisk: 2 }] }
                """)
            : null);
        Assert.Equal(42, await DatabaseSize.OfMongo(_mongo.ConnectionString));
    }

    [Fact]
    public async Task A_new_server_becomes_a_replica_set_of_one_with_a_user()
    {
        _mongo.IsNew = true;
        Assert.True(await MongoSetup.Answers(_mongo.Port, TestContext.Current.CancellationToken));
        await MongoSetup.Initiate(_mongo.Port, "me", "secret", TimeProvider.System, TestContext.Current.CancellationToken);
        var set = _mongo.CommandsOf("replSetInitiate").Single()["replSetInitiate"];
        Assert.Equal($"127.0.0.1:{_mongo.Port}", set["members"].AsBsonArray.Single()["host"]);
        Assert.Equal("root", _mongo.CommandsOf("createUser").Single()["roles"][0]["role"]);
        Assert.StartsWith("mongodb://me:secret@127.0.0.1:", MongoSetup.ConnectionString(_mongo.Port, "me", "secret"), StringComparison.Ordinal);
    }

    private RecordsSettings Settings(string layout = "document-indexed", string durability = "commit", int pool = 2) => new()
    {
        Store = "mongodb",
        Layout = layout,
        Rows = StoreContract.Rows,
        Pool = pool,
        PoolWait = 1,
        Durability = durability,
        MongoDb = _mongo.ConnectionString,
    };

    private Task<IRecordStore> Open(string layout = "document-indexed", string durability = "commit", int pool = 2) =>
        StoreContract.Open(Settings(layout, durability, pool));
}
