using MongoDB.Bson;
using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>What is behind a connection string.</summary>
internal static class MongoServerInfo
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Reads what the server says that it is, and how writes are acknowledged: "MongoDB 7.0.3, replica set of 1, w majority, j true".
    /// </summary>
    public static async Task<string> Read(IMongoDatabase admin, WriteConcern concern)
    {
        var build = await admin.RunCommandAsync<BsonDocument>(Command("buildInfo"));
        var hello = await admin.RunCommandAsync<BsonDocument>(Command("hello"));
        var set = hello.TryGetValue("hosts", out var hosts) ? $"replica set of {hosts.AsBsonArray.Count}" : "no replica set";
        return $"{Name(build)}, {set}, w {concern.W}, j {(concern.Journal == true ? "true" : "false")}";
    }

    /// <summary>Looks whether a server can be reached.</summary>
    /// <param name="connection">Its connection string.</param>
    /// <returns>Null if it can; else why not, without user and password.</returns>
    public static string? Problem(string connection)
    {
        try
        {
            var settings = MongoClientSettings.FromConnectionString(connection);
            settings.ServerSelectionTimeout = settings.ConnectTimeout = Patience;
            var place = string.Join(", ", settings.Servers);
            try
            {
                using var own = new OwnMongoClient(settings);
                own.Admin.RunCommand<BsonDocument>(Command("ping"));
                return null;
            }
            catch (Exception error) when (error is TimeoutException or MongoException)
            {
                return $"the MongoDB server at {place} can't be reached";
            }
        }
        catch (Exception error) when (error is MongoConfigurationException or ArgumentException or FormatException)
        {
            return "the connection string of MongoDB is none: mongodb://host:port is one";
        }
    }

    // FerretDB answers as MongoDB does, and says besides which it is.
    private static string Name(BsonDocument build)
    {
        var other = build.Names.FirstOrDefault(name => name.StartsWith("ferretdb", StringComparison.OrdinalIgnoreCase));
        if (other is null) return $"MongoDB {build["version"].AsString}";
        var version = build[other] is BsonDocument of ? of.GetValue("version", "") : build[other];
        return $"FerretDB {version}".TrimEnd();
    }

    private static BsonDocument Command(string name) => new(name, 1);
}
