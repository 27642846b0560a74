using Marketplace.Replication.Redis;
using Marketplace.Silo.Tests.Entry;
using Marketplace.TestSupport;
using Xunit;

namespace Marketplace.Silo.Tests.Replication;

/// <summary>A primary and its secondary, real ones, that a test can stop and kill.</summary>
internal sealed class RedisPair : IAsyncDisposable
{
    private RedisPair(RedisServer primary, RedisServer secondary) => (Primary, Secondary) = (primary, secondary);

    public RedisServer Primary { get; private set; }
    public RedisServer Secondary { get; }

    public static async Task<RedisPair> Start()
    {
        var primary = await RedisServer.Start();
        var pair = new RedisPair(primary, await RedisServer.Start(primary));
        await pair.Synchronized();
        return pair;
    }

    /// <summary>Waits until the secondary holds what the primary does.</summary>
    public async Task Synchronized()
    {
        while (!(await Primary.Ask("INFO replication")).Contains("state=online", StringComparison.Ordinal)
            || !(await Secondary.Ask("INFO replication")).Contains("master_link_status:up", StringComparison.Ordinal))
        {
            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>The primary dies, and comes back without its data, which the secondary then loses too.</summary>
    public async Task LosePrimary()
    {
        await Primary.Kill();
        var port = Primary.Port;
        await Primary.DisposeAsync();
        Primary = await RedisServer.Start(port: port);
        await Synchronized();
    }

    public RedisOptions Options(TimeSpan timeout, int maxWaiting = 100) =>
        new(Primary.Address, Secondary.Address, timeout, maxWaiting, "marketplace:test:one", "the tests");

    /// <summary>A system that replicates over this pair.</summary>
    public Task<EntryWorld> World(string protocol, string level, TimeSpan? timeout = null, int maxWaiting = 100) => EntryWorld.Create(new()
    {
        Protocol = protocol,
        Recording = Marketplace.Protocols.Recording.RecordingLevel.Full,
        Replication = services =>
        {
            var options = Options(timeout ?? TimeSpan.FromSeconds(30), maxWaiting);
            _ = level switch
            {
                "eventual" => services.AddEventualRedis(options),
                "object" => services.AddCausalRedis(options),
                _ => services.AddOrderedRedis(options),
            };
        },
    });

    public async ValueTask DisposeAsync()
    {
        // Who is stopped does not end.
        await Primary.Signal("CONT");
        await Secondary.Signal("CONT");
        await Secondary.DisposeAsync();
        await Primary.DisposeAsync();
    }
}
