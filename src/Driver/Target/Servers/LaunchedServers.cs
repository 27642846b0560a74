using System.Collections.Immutable;
using Marketplace.Driver.Measurement;
using Marketplace.Driver.Scenarios;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Target.Servers;

/// <summary>The servers that a scenario wants the driver to start ("servers": "launch"), for one run.</summary>
internal sealed class LaunchedServers : IAsyncDisposable
{
    private readonly List<GuardedServer> _servers = [];

    private LaunchedServers()
    {
    }

    /// <summary>Settings that tell a silo where they are, names without section.</summary>
    public ImmutableArray<KeyValuePair<string, string>> Settings { get; private set; } = [];

    /// <summary>Connection string of PostgreSQL; null if it was not started.</summary>
    public string? Postgres { get; private set; }

    /// <summary>Connection string of MongoDB; null if it was not started.</summary>
    public string? MongoDb { get; private set; }

    /// <summary>Why one is no longer there; null while all run.</summary>
    public string? Death => _servers.Select(server => server.Death).FirstOrDefault(death => death is not null);

    /// <summary>Starts what the silo's settings ask for and don't name; nothing unless the scenario says "launch" and launches a silo.</summary>
    /// <param name="died">Called if one ends by itself.</param>
    /// <exception cref="ServersException">A program is missing.</exception>
    /// <exception cref="TargetException">One did not start.</exception>
    public static async Task<LaunchedServers> Start(
        Scenario scenario,
        ServerPrograms programs,
        TimeProvider time,
        Action died,
        CancellationToken cancellationToken)
    {
        var launched = new LaunchedServers();
        if (scenario.Servers != "launch") return launched;
        var (needs, needsMongo) = (Needs(scenario.Target), NeedsMongo(scenario.Target));
        if (!OperatingSystem.IsLinux() && (needs.Postgres || needs.Redis || needsMongo))
            throw new ServersException("\"servers\": \"launch\" needs Linux: start the servers yourself and name them in target.launch.");
        try
        {
            PostgresServer? postgres = null;
            RedisPair? redis = null;
            if (needs.Postgres)
            {
                postgres = await PostgresServer.Start(programs, ConnectionsOf(scenario.Target), time, died, cancellationToken);
                launched._servers.Add(postgres.Process);
            }

            if (needs.Redis)
            {
                redis = await RedisPair.Start(programs, time, died, cancellationToken);
                launched._servers.AddRange([redis.Primary.Process, redis.Secondary.Process]);
            }

            if (needsMongo)
            {
                var mongo = await MongoServer.Start(programs, time, died, cancellationToken);
                launched._servers.Add(mongo.Process);
                launched.MongoDb = mongo.ConnectionString;
            }

            launched.Postgres = postgres?.ConnectionString;
            launched.Settings = [.. needs.Settings(postgres?.ConnectionString, redis)];
            return launched;
        }
        catch
        {
            await launched.DisposeAsync();
            throw;
        }
    }

    // A study varies the size of the pool of each of several instances, up to a thousand.
    private static int ConnectionsOf(TargetSettings target) => target.Store() is null ? 200 : 1_100;

    private static ServerNeeds Needs(TargetSettings target) => target switch
    {
        { Launch: { } launch } => ServerNeeds.Of(new LaunchSettings(launch)),
        _ when target.Store() is { } store => new ServerNeeds(new LaunchedRecords(store).NeedsPostgres, Cluster: false, Replication: false),
        _ => new ServerNeeds(Postgres: false, Cluster: false, Replication: false),
    };

    private static bool NeedsMongo(TargetSettings target) => target.Store() is { } store && new LaunchedRecords(store).NeedsMongo;

    /// <summary>What each of them has used so far, always in the same order.</summary>
    public ImmutableArray<ServerUsage> Usage() => [.. _servers.Select(server => new ServerUsage(server.Name, server.Usage()))];

    /// <summary>What the database has on its disk; null if none was started, or if it does not tell.</summary>
    public async Task<long?> DiskBytes() => Postgres is not null ? await DatabaseSize.OfPostgres(Postgres)
        : MongoDb is not null ? await DatabaseSize.OfMongo(MongoDb)
        : null;

    /// <summary>Stops them and removes their data.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var server in Enumerable.Reverse(_servers))
            await server.DisposeAsync();
    }
}
