using System.Globalization;
using System.IO.Hashing;
using System.Text;
using MongoDB.Bson;
using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>The database of a store: it is dropped and filled again, as MongoDB copies no database.</summary>
internal sealed class MongoSeed(RecordsSettings settings)
{
    private const string Version = "1"; // Of documents and seed.
    private const int BatchSize = 1_000;
    private const int Unauthorized = 13;
    private const int NoSuchCommand = 59;

    private static readonly BsonDocument Complete = new(ItemBson.Id, "complete");

    /// <summary>Its name: that of layout and size.</summary>
    public string Name { get; } = "records_" + Convert.ToHexStringLower(XxHash64.Hash(
        Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{Version} {settings.Layout} {settings.Rows}"))));

    /// <summary>Fills it, if it is not complete. Several instances may do so at once: all write the same.</summary>
    public async Task Ensure(IMongoClient client)
    {
        var database = Of(client);
        var marks = database.GetCollection<BsonDocument>("seed");
        if (await marks.Find(Complete).AnyAsync()) return;
        foreach (var ids in Enumerable.Range(1, settings.Rows).Chunk(BatchSize))
            await Insert(database, MongoStore.Items, ids.Select(id => ItemBson.Of(SeedData.Item(id, settings.Rows))));
        await Insert(database, MongoStore.RolesName, SeedData.AllRoles().Select(ItemBson.Of));
        if (settings.IsIndexed)
        {
            await database.GetCollection<BsonDocument>(MongoStore.Items).Indexes.CreateManyAsync(
                ItemBson.Indexed.Select(field => new CreateIndexModel<BsonDocument>(new BsonDocument(field, 1))));
        }

        await Insert(database, "seed", [Complete]);
    }

    /// <summary>Drops it, fills it again, and has the server write all to its files, so that a checkpoint does not fall into the run.</summary>
    public async Task Reset(IMongoClient client)
    {
        await client.DropDatabaseAsync(Name);
        await Ensure(client);
        try
        {
            await client.GetDatabase("admin").RunCommandAsync<BsonDocument>(new BsonDocument("fsync", 1));
        }
        catch (MongoCommandException error) when (error.Code is Unauthorized or NoSuchCommand)
        {
            // A user's server may reserve it, or not have it.
        }
    }

    private IMongoDatabase Of(IMongoClient client) =>
        client.GetDatabase(Name, new MongoDatabaseSettings { WriteConcern = WriteConcern.WMajority });

    // What another instance has inserted, or a fill that was ended, is there already.
    private static async Task Insert(IMongoDatabase database, string collection, IEnumerable<BsonDocument> documents)
    {
        try
        {
            await database.GetCollection<BsonDocument>(collection).InsertManyAsync(documents, new InsertManyOptions { IsOrdered = false });
        }
        catch (MongoBulkWriteException error)
            when (error.WriteConcernError is null && error.WriteErrors.All(one => one.Category == ServerErrorCategory.DuplicateKey))
        {
        }
    }
}
