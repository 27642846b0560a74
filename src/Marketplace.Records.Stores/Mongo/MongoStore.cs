using MongoDB.Bson;
using MongoDB.Driver;
using MongoDB.Driver.Core.Events;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>Records in MongoDB, over a pool of connections that is opened as a whole and never grows.</summary>
internal sealed class MongoStore(RecordsSettings settings, TimeProvider time) : IRecordStore
{
    /// <summary>The collection of items.</summary>
    public const string Items = "item";

    /// <summary>The collection of roles.</summary>
    public const string RolesName = "role";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(30);

    private readonly MongoSeed _seed = new(settings);
    private OwnMongoClient? _client;
    private IMongoCollection<BsonDocument>? _items;
    private IMongoCollection<BsonDocument>? _roles;
    private int _opened;

    public string Server { get; private set; } = "MongoDB";

    public PoolGauge Pool { get; } = new(time);

    public ValueTask<Item?> Get(long id) => One(ItemBson.Id, id);

    public ValueTask<Item?> GetBySku(string sku) => One(ItemBson.Sku, sku);

    public async ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit)
    {
        var found = Of(ItemBson.Owner, owner).Sort(new BsonDocument(ItemBson.Id, 1)).Limit(limit);
        var items = await Try(() => found.ToListAsync());
        return [.. items.Select(ItemBson.ToItem)];
    }

    public async ValueTask<bool> Create(Item item)
    {
        try
        {
            return await Try(async () =>
            {
                await _items!.InsertOneAsync(ItemBson.Of(item));
                return true;
            });
        }
        catch (MongoWriteException error) when (error.WriteError?.Category == ServerErrorCategory.DuplicateKey)
        {
            return false;
        }
    }

    public async ValueTask<bool> Update(long id, ItemChange change)
    {
        var result = await Try(() => _items!.UpdateOneAsync(new BsonDocument(ItemBson.Id, id), ItemBson.Set(change)));
        return result.MatchedCount > 0;
    }

    public async ValueTask<bool> Delete(long id)
    {
        var result = await Try(() => _items!.DeleteOneAsync(new BsonDocument(ItemBson.Id, id)));
        return result.DeletedCount > 0;
    }

    public async ValueTask<long> Count() => await Try(() => _items!.CountDocumentsAsync(new BsonDocument()));

    public async ValueTask<IReadOnlyList<Role>> Roles()
    {
        var all = _roles!.Find(new BsonDocument()).Sort(new BsonDocument(ItemBson.Id, 1));
        var roles = await Try(() => all.ToListAsync());
        return [.. roles.Select(ItemBson.ToRole)];
    }

    public async Task Open()
    {
        if (_client is not null) return;
        _opened = 0;
        _client = new OwnMongoClient(Connection());
        Server = await MongoServerInfo.Read(_client.Admin, Concern());
        await _seed.Ensure(_client.Client);
        var database = _client.Client.GetDatabase(_seed.Name);
        (_items, _roles) = (database.GetCollection<BsonDocument>(Items), database.GetCollection<BsonDocument>(RolesName));

        // The client opens the rest of its connections in the background.
        var start = time.GetTimestamp();
        while (Volatile.Read(ref _opened) < settings.Pool && time.GetElapsedTime(start) < OpenLimit)
            await Task.Delay(Pause, time);
    }

    public Task Close()
    {
        _client?.Dispose();
        (_client, _items, _roles) = (null, null, null);
        return Task.CompletedTask;
    }

    public async Task Reset()
    {
        await Close();
        using (var own = new OwnMongoClient(settings.MongoDb!))
            await _seed.Reset(own.Client);
        await Open();
    }

    public ValueTask DisposeAsync() => new(Close());

    private WriteConcern Concern() =>
        settings.Durability == "lazy" ? WriteConcern.W1.With(journal: false) : WriteConcern.WMajority.With(journal: true);

    private MongoClientSettings Connection()
    {
        var connection = MongoClientSettings.FromConnectionString(settings.MongoDb);
        connection.MinConnectionPoolSize = connection.MaxConnectionPoolSize = connection.MaxConnecting = settings.Pool;
        connection.WaitQueueTimeout = TimeSpan.FromSeconds(settings.PoolWait);
        connection.WriteConcern = Concern();
        connection.ReadPreference = ReadPreference.Primary;
        connection.ClusterConfigurator = cluster => cluster
            .Subscribe<ConnectionPoolAddedConnectionEvent>(_ => Interlocked.Increment(ref _opened))
            .Subscribe<ConnectionPoolCheckedOutConnectionEvent>(got => Pool.Got(time.GetTimestamp() - Ticks(got.Duration)))
            .Subscribe<ConnectionPoolCheckedInConnectionEvent>(_ => Pool.GaveBack());
        return connection;
    }

    private long Ticks(TimeSpan waited) => (long)(waited.TotalSeconds * time.TimestampFrequency);

    private IFindFluent<BsonDocument, BsonDocument> Of(string field, BsonValue value) => _items!.Find(new BsonDocument(field, value));

    private async ValueTask<Item?> One(string field, BsonValue value)
    {
        var found = await Try(() => Of(field, value).ToListAsync()); // Without a limit, as in PostgreSQL: nothing says that a sku is unique.
        return found is [var document, ..] ? ItemBson.ToItem(document) : null;
    }

    private static async Task<T> Try<T>(Func<Task<T>> ask)
    {
        try
        {
            return await ask();
        }
        catch (TimeoutException error)
        {
            throw new PoolExhaustedException(error);
        }
    }
}
