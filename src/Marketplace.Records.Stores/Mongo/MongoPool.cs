using MongoDB.Driver;
using MongoDB.Driver.Core.Events;

namespace Marketplace.Records.Stores.Mongo;

/// <summary>Connections to a server: all are opened at once, and there are never more.</summary>
/// <param name="timeout">How long an operation may wait for the server; null for the client's default.</param>
internal sealed class MongoPool(RecordsSettings settings, TimeSpan? timeout, TimeProvider time)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan OpenLimit = TimeSpan.FromSeconds(30);

    private OwnMongoClient? _client;
    private int _opened;

    /// <summary>What they do.</summary>
    public PoolGauge Gauge { get; } = new(time);

    /// <summary>How the server is waited for.</summary>
    public MongoCalls Calls { get; } = new(settings.IsBlocking);

    /// <summary>True between <see cref="Open"/> and <see cref="Close"/>.</summary>
    public bool IsOpen => _client is not null;

    /// <summary>What is behind them, with its version, and how durable writes are.</summary>
    public string Server { get; private set; } = "MongoDB";

    /// <summary>Opens all of them, and makes the seed if there is none.</summary>
    public async Task<IMongoDatabase> Open(MongoSeed seed)
    {
        _opened = 0;
        var own = new OwnMongoClient(Connection());
        try
        {
            Server = await MongoServerInfo.Read(own.Admin, Concern());
            await seed.Ensure(own.Client);

            // The client opens the rest of them in the background.
            var start = time.GetTimestamp();
            while (Volatile.Read(ref _opened) < settings.Pool && time.GetElapsedTime(start) < OpenLimit)
                await Task.Delay(Pause, time);
        }
        catch
        {
            own.Dispose();
            throw;
        }

        _client = own;
        return own.Client.GetDatabase(seed.Name);
    }

    /// <summary>Closes them.</summary>
    public void Close()
    {
        _client?.Dispose();
        _client = null;
    }

    private WriteConcern Concern() =>
        settings.Durability == "lazy" ? WriteConcern.W1.With(journal: false) : WriteConcern.WMajority.With(journal: true);

    private MongoClientSettings Connection()
    {
        var connection = MongoClientSettings.FromConnectionString(settings.MongoDb);
        connection.MinConnectionPoolSize = connection.MaxConnectionPoolSize = connection.MaxConnecting = settings.Pool;
        connection.WaitQueueTimeout = TimeSpan.FromSeconds(settings.PoolWait);
        if (timeout is { } limit) connection.SocketTimeout = limit;
        connection.WriteConcern = Concern();
        connection.ReadPreference = ReadPreference.Primary;
        connection.ClusterConfigurator = cluster => cluster
            .Subscribe<ConnectionPoolAddedConnectionEvent>(_ => Interlocked.Increment(ref _opened))
            .Subscribe<ConnectionPoolCheckedOutConnectionEvent>(got => Gauge.Got(time.GetTimestamp() - Ticks(got.Duration)))
            .Subscribe<ConnectionPoolCheckedInConnectionEvent>(_ => Gauge.GaveBack());
        return connection;
    }

    private long Ticks(TimeSpan waited) => (long)(waited.TotalSeconds * time.TimestampFrequency);
}
