using MongoDB.Bson;
using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>Records in MongoDB.</summary>
internal sealed class MongoStore : IRecordStore
{
    private const string Items = "item";
    private const string AllRoles = "role";

    private readonly RecordsSettings _settings;
    private readonly MongoPool _pool;
    private readonly MongoSeed _seed;
    private IMongoCollection<BsonDocument>? _items;
    private IMongoCollection<BsonDocument>? _roles;

    public MongoStore(RecordsSettings settings, TimeProvider time)
    {
        _settings = settings;
        _pool = new MongoPool(settings, timeout: null, time);
        _seed = new MongoSeed(settings, "", Fill);
    }

    public string Server => _pool.Server;

    public bool CanBlock => true;

    public PoolGauge Pool => _pool.Gauge;

    public ValueTask<Item?> Get(long id) => One(ItemBson.Id, id);

    public ValueTask<Item?> GetBySku(string sku) => One(ItemBson.Sku, sku);

    public async ValueTask<IReadOnlyList<Item>> ListByOwner(long owner, int limit)
    {
        var found = await All(Of(ItemBson.Owner, owner).Sort(ByKey).Limit(limit));
        return [.. found.Select(ItemBson.ToItem)];
    }

    public async ValueTask<bool> Create(Item item)
    {
        var document = ItemBson.Of(item);
        try
        {
            return await _pool.Calls.Run(InsertBlocking, Insert);
        }
        catch (MongoWriteException error) when (error.WriteError?.Category == ServerErrorCategory.DuplicateKey)
        {
            return false;
        }

        bool InsertBlocking()
        {
            _items!.InsertOne(document);
            return true;
        }

        async Task<bool> Insert()
        {
            await _items!.InsertOneAsync(document);
            return true;
        }
    }

    public async ValueTask<bool> Update(long id, ItemChange change)
    {
        var (key, set) = (Key(id), ItemBson.Set(change));
        var result = await _pool.Calls.Run(() => _items!.UpdateOne(key, set), () => _items!.UpdateOneAsync(key, set));
        return result.MatchedCount > 0;
    }

    public async ValueTask<bool> Delete(long id)
    {
        var key = Key(id);
        var result = await _pool.Calls.Run(() => _items!.DeleteOne(key), () => _items!.DeleteOneAsync(key));
        return result.DeletedCount > 0;
    }

    public ValueTask<long> Count() =>
        _pool.Calls.Run(() => _items!.CountDocuments(Anything), () => _items!.CountDocumentsAsync(Anything));

    public async ValueTask<IReadOnlyList<Role>> Roles()
    {
        var roles = await All(_roles!.Find(Anything).Sort(ByKey));
        return [.. roles.Select(ItemBson.ToRole)];
    }

    public async Task Open()
    {
        if (_pool.IsOpen) return;
        var database = await _pool.Open(_seed);
        (_items, _roles) = (database.GetCollection<BsonDocument>(Items), database.GetCollection<BsonDocument>(AllRoles));
    }

    public Task Close()
    {
        _pool.Close();
        return Task.CompletedTask;
    }

    public async Task Reset()
    {
        await Close();
        await _seed.Reset();
        await Open();
    }

    public ValueTask DisposeAsync() => new(Close());

    private static BsonDocument Anything => [];

    private static BsonDocument ByKey => new(ItemBson.Id, 1);

    private static BsonDocument Key(long id) => new(ItemBson.Id, id);

    private async Task Fill(IMongoDatabase database)
    {
        await MongoSeed.Insert(
            database, Items, Enumerable.Range(1, _settings.Rows).Select(id => ItemBson.Of(SeedData.Item(id, _settings.Rows))));
        await MongoSeed.Insert(database, AllRoles, SeedData.AllRoles().Select(ItemBson.Of));
        if (!_settings.IsIndexed) return;
        await database.GetCollection<BsonDocument>(Items).Indexes.CreateManyAsync(
            ItemBson.Indexed.Select(field => new CreateIndexModel<BsonDocument>(new BsonDocument(field, 1))));
    }

    private IFindFluent<BsonDocument, BsonDocument> Of(string field, BsonValue value) => _items!.Find(new BsonDocument(field, value));

    // Without a limit, as in PostgreSQL: nothing says that a sku is unique.
    private async ValueTask<Item?> One(string field, BsonValue value) =>
        await All(Of(field, value)) is [var document, ..] ? ItemBson.ToItem(document) : null;

    private ValueTask<List<BsonDocument>> All(IFindFluent<BsonDocument, BsonDocument> found) =>
        _pool.Calls.Run(() => found.ToList(), () => found.ToListAsync());
}
