using System.Globalization;
using MongoDB.Bson;
using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>
/// Makes a server that was just started on this machine a replica set of one, so that a majority means something, with a user. It lets whoever
/// comes from this machine do so as long as it has no user.
/// </summary>
internal static class MongoSetup
{
    /// <summary>Name of the replica set.</summary>
    public const string Set = "marketplace";

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>How to connect to it afterwards.</summary>
    public static string ConnectionString(int port, string user, string password) => string.Create(
        CultureInfo.InvariantCulture, $"mongodb://{user}:{password}@127.0.0.1:{port}/?authSource=admin&replicaSet={Set}");

    /// <summary>Whether it answers yet.</summary>
    public static async Task<bool> Answers(int port, CancellationToken cancellationToken)
    {
        try
        {
            using var client = Client(port);
            await Run(client, new BsonDocument("ping", 1), cancellationToken);
            return true;
        }
        catch (Exception error) when (error is TimeoutException or MongoException)
        {
            return false;
        }
    }

    /// <summary>Makes it a replica set with a user who may do everything.</summary>
    /// <exception cref="MongoException">It refused.</exception>
    public static async Task Initiate(int port, string user, string password, TimeProvider time, CancellationToken cancellationToken)
    {
        using var client = Client(port);
        var member = new BsonDocument { { "_id", 0 }, { "host", string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{port}") } };
        await Run(
            client,
            new BsonDocument("replSetInitiate", new BsonDocument { { "_id", Set }, { "members", new BsonArray { member } } }),
            cancellationToken);
        while (!(await Run(client, new BsonDocument("hello", 1), cancellationToken)).GetValue("isWritablePrimary", false).ToBoolean())
            await Task.Delay(Pause, time, cancellationToken);
        var role = new BsonDocument { { "role", "root" }, { "db", "admin" } };
        await Run(
            client,
            new BsonDocument { { "createUser", user }, { "pwd", password }, { "roles", new BsonArray { role } } },
            cancellationToken);
    }

    // Alone, as it is no member of a set yet.
    private static OwnMongoClient Client(int port) => new(new MongoClientSettings
    {
        Server = new MongoServerAddress("127.0.0.1", port),
        DirectConnection = true,
        ServerSelectionTimeout = Patience,
    });

    private static Task<BsonDocument> Run(OwnMongoClient client, BsonDocument command, CancellationToken cancellationToken) =>
        client.Admin.RunCommandAsync<BsonDocument>(command, cancellationToken: cancellationToken);
}
