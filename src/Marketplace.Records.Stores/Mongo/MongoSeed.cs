using MongoDB.Bson;
using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>The database of a store: it is dropped and filled again, as MongoDB copies no database.</summary>
/// <param name="content">Tells it from databases with the same layout and size.</param>
/// <param name="fill">Fills it. Several instances may do so at once: all insert the same.</param>
internal sealed class MongoSeed(RecordsSettings settings, string content, Func<IMongoDatabase, Task> fill)
{
    private const int BatchSize = 1_000;
    private const int Unauthorized = 13;
    private const int NoSuchCommand = 59;

    private static readonly BsonDocument Complete = new(ItemBson.Id, "complete");

    /// <summary>Its name: that of content, layout and size.</summary>
    public string Name { get; } = DatabaseName.Prefix + DatabaseName.Hash(settings, content);

    /// <summary>Fills it, if it is not complete.</summary>
    public async Task Ensure(IMongoClient client)
    {
        var database = client.GetDatabase(Name, new MongoDatabaseSettings { WriteConcern = WriteConcern.WMajority });
        if (await database.GetCollection<BsonDocument>("seed").Find(Complete).AnyAsync()) return;
        await fill(database);
        await Insert(database, "seed", [Complete]);
    }

    /// <summary>Drops it, fills it again, and has the server write all to its files, so that a checkpoint does not fall into the run.</summary>
    public async Task Reset()
    {
        using var own = new OwnMongoClient(settings.MongoDb!);
        await own.Client.DropDatabaseAsync(Name);
        await Ensure(own.Client);
        await Sync(own.Admin);
    }

    /// <summary>Has the server write all to its files.</summary>
    public async Task Sync()
    {
        using var own = new OwnMongoClient(settings.MongoDb!);
        await Sync(own.Admin);
    }

    /// <summary>Inserts documents; what another instance has inserted, or a fill that was ended, is there already.</summary>
    public static async Task Insert(IMongoDatabase database, string collection, IEnumerable<BsonDocument> documents)
    {
        foreach (var some in documents.Chunk(BatchSize))
        {
            try
            {
                await database.GetCollection<BsonDocument>(collection).InsertManyAsync(some, new InsertManyOptions { IsOrdered = false });
            }
            catch (MongoBulkWriteException error)
                when (error.WriteConcernError is null && error.WriteErrors.All(one => one.Category == ServerErrorCategory.DuplicateKey))
            {
            }
        }
    }

    private static async Task Sync(IMongoDatabase admin)
    {
        try
        {
            await admin.RunCommandAsync<BsonDocument>(new BsonDocument("fsync", 1));
        }
        catch (MongoCommandException error) when (error.Code is Unauthorized or NoSuchCommand)
        {
            // A user's server may reserve it, or not have it.
        }
    }
}
