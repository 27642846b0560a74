using Marketplace.Records.Stores.Ycsb;
using MongoDB.Bson;
using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>The table of YCSB in MongoDB: a collection of documents with ten fields.</summary>
internal sealed class MongoUserTable : IUserTable
{
    private const string Name = "usertable";

    private readonly RecordsSettings _settings;
    private readonly MongoPool _pool;
    private readonly MongoSeed _seed;
    private IMongoCollection<BsonDocument>? _records;

    public MongoUserTable(RecordsSettings settings, UserTableOptions options, TimeProvider time)
    {
        _settings = settings;
        _pool = new MongoPool(settings, options.Timeout, time);
        _seed = new MongoSeed(settings, "usertable ", Fill);
    }

    public string Server => _pool.Server;

    public PoolGauge Pool => _pool.Gauge;

    public async ValueTask<string[]?> Read(string key)
    {
        var found = _records!.Find(Key(key));
        return await Run(() => found.ToList(), () => found.ToListAsync()) is [var document] ? Fields(document) : null;
    }

    public async ValueTask<IReadOnlyList<UserRecord>> Scan(string key, int limit)
    {
        var range = new BsonDocument(ItemBson.Id, new BsonDocument("$gte", key));
        var found = _records!.Find(range).Sort(new BsonDocument(ItemBson.Id, 1)).Limit(limit);
        var documents = await Run(() => found.ToList(), () => found.ToListAsync());
        return [.. documents.Select(document => new UserRecord(document[ItemBson.Id].AsString, Fields(document)))];
    }

    public async ValueTask<bool> Update(string key, int field, string value)
    {
        var set = new BsonDocument("$set", new BsonDocument(UserData.FieldName(field), value));
        var result = await Run(() => _records!.UpdateOne(Key(key), set), () => _records!.UpdateOneAsync(Key(key), set));
        return result.MatchedCount > 0;
    }

    public async ValueTask<bool> Insert(UserRecord record)
    {
        var document = Document(record);
        try
        {
            return await Run(
                () =>
                {
                    _records!.InsertOne(document);
                    return true;
                },
                async () =>
                {
                    await _records!.InsertOneAsync(document);
                    return true;
                });
        }
        catch (StoreException error)
            when (error.InnerException is MongoWriteException { WriteError.Category: ServerErrorCategory.DuplicateKey })
        {
            return false;
        }
    }

    public ValueTask<long> Count() =>
        Run(() => _records!.CountDocuments(new BsonDocument()), () => _records!.CountDocumentsAsync(new BsonDocument()));

    public Task Open() => Administer(async () =>
    {
        if (_pool.IsOpen) return;
        var database = await _pool.Open(_seed);
        _records = database.GetCollection<BsonDocument>(Name);
    });

    public async Task Reset()
    {
        _pool.Close();
        await Administer(_seed.Reset);
        await Open();
    }

    public Task CleanUp() => Administer(_seed.Sync); // Updates leave nothing else behind.

    public ValueTask DisposeAsync()
    {
        _pool.Close();
        return ValueTask.CompletedTask;
    }

    private static BsonDocument Key(string key) => new(ItemBson.Id, key);

    private static BsonDocument Document(UserRecord record) => new(record.Fields
        .Select((text, field) => new BsonElement(UserData.FieldName(field), text)).Prepend(new BsonElement(ItemBson.Id, record.Key)));

    private static string[] Fields(BsonDocument document) => UserData.InOrder(
        document.Where(field => field.Name != ItemBson.Id).Select(field => KeyValuePair.Create(field.Name, field.Value.AsString)));

    private Task Fill(IMongoDatabase database) => MongoSeed.Insert(
        database, Name, Enumerable.Range(0, _settings.Rows).Select(number => Document(UserData.Record(number))));

    private static async Task Administer(Func<Task> act)
    {
        try
        {
            await act();
        }
        catch (MongoException error)
        {
            throw new StoreException(isTimeout: false, error);
        }
    }

    private async ValueTask<T> Run<T>(Func<T> blocking, Func<Task<T>> asynchronous)
    {
        try
        {
            return await _pool.Calls.Run(blocking, asynchronous);
        }
        catch (MongoException error)
        {
            throw new StoreException(error.InnerException is TimeoutException, error);
        }
    }
}
