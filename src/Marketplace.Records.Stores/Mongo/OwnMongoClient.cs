using MongoDB.Driver;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>
/// A client with connections of its own, which end with it: the library lets clients with the same settings share them, and keeps them.
/// </summary>
internal sealed class OwnMongoClient : IDisposable
{
    public OwnMongoClient(MongoClientSettings settings)
    {
        // Clients share connections if this is the same delegate.
        var configure = settings.ClusterConfigurator;
        settings.ClusterConfigurator = cluster => configure?.Invoke(cluster);
        Client = new MongoClient(settings);
    }

    public OwnMongoClient(string connection)
        : this(MongoClientSettings.FromConnectionString(connection))
    {
    }

    public MongoClient Client { get; }

    public IMongoDatabase Admin => Client.GetDatabase("admin");

    public void Dispose()
    {
        var cluster = Client.Cluster;
        Client.Dispose();
        ClusterRegistry.Instance.UnregisterAndDisposeCluster(cluster);
    }
}
