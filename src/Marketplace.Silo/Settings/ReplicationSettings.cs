using Marketplace.Grains.Replication;
using Marketplace.Replication.Redis;

namespace Marketplace.Silo.Settings;

/// <summary>How carts learn of updates of products.</summary>
internal sealed class ReplicationSettings
{
    public const string None = "none";
    public const string Eventual = "eventual";
    public const string PerObject = "causal-per-object";
    public const string AcrossObjects = "causal-across-objects";

    private const string Streams = "streams";
    private const string OverRedis = "redis";

    public ReplicationSettings(SettingsReader read, ClusterSettings cluster)
    {
        Level = read.Choice(
            "Replication",
            [None, Eventual, PerObject, AcrossObjects],
            "What carts know of products that changed (docs/replication.md). `none`: nothing. `eventual`: carts learn of updates some "
            + "time later. `causal-per-object`: in addition, what a cart knows of a product never goes back, and begins with the "
            + "current state of the product. `causal-across-objects`: in addition, a checkout sees all updates of one seller in their "
            + "order, and each update that was acknowledged before the checkout was sent.");
        var transport = read.Choice(
            "Replication:Transport",
            [Streams, OverRedis],
            "How updates of products travel to carts, unless `Replication` is `none`. `streams`: over streams of the engine. `redis`: "
            + "products write to `RedisPrimary`, and a checkout reads `RedisSecondary`.");
        var redis = new RedisOptions(
            Connection(read, RedisOptions.PrimarySetting, "The Redis server that products write to. It is never logged."),
            Connection(
                read, RedisOptions.SecondarySetting,
                    "The Redis server that carts read. It replicates from `RedisPrimary`. It is never logged."),
            read.Duration(
                "Redis:Timeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(10),
                "How long Redis may be away. After that an update that waits for it answers 504 (it is committed, and replicated "
                + "later), and a checkout answers 503 (nothing was done). It must be less than ResponseTimeout."),
            read.Integer(
                "Redis:MaxWaiting", 1, 1_000_000, 10_000, "updates",
                "With `causal-across-objects`: how many updates of one silo may be under way, including those that wait for Redis. "
                + "Further ones answer 503, and nothing is done."),
            $"marketplace:{cluster.ServiceId}:{cluster.Id}",

            // The keys tell clusters apart, and their silos may write the same address in different ways.
            cluster.HasOthers ? "a cluster" : DataOwner.Of(cluster));
        Redis = Level != None && transport == OverRedis ? redis : null;
    }

    /// <summary>One of the levels above.</summary>
    public string Level { get; }

    /// <summary>Null if updates do not go over Redis.</summary>
    public RedisOptions? Redis { get; }

    // Else the answer would be that the outcome is unknown, when the update is known to be committed.
    public void Check(TimeSpan responseTimeout)
    {
        if (Redis is null)
        {
            if (Level == AcrossObjects && responseTimeout <= ReplicationRegistration.LogPatience)
            {
                throw new SettingException(
                    $"The setting Marketplace:ResponseTimeout is {responseTimeout}; expected more than {ReplicationRegistration.LogPatience}, for "
                    + $"which an update may wait with Marketplace:Replication '{Level}'.");
            }

            return;
        }

        if (Redis.Timeout >= responseTimeout)
        {
            throw new SettingException(
                $"The setting Marketplace:Redis:Timeout is {Redis.Timeout}; expected less than Marketplace:ResponseTimeout, which is "
                + $"{responseTimeout}.");
        }

        if ((Redis.Primary, Redis.Secondary) is ("", _) or (_, ""))
        {
            throw new SettingException(
                $"The setting Marketplace:Replication:Transport is '{OverRedis}', and Marketplace:"
                + $"{(Redis.Primary.Length == 0 ? RedisOptions.PrimarySetting : RedisOptions.SecondarySetting)} does not say where Redis is.");
        }
    }

    private static string Connection(SettingsReader read, string key, string description) =>
        read.Connection(key, "StackExchange.Redis", " (localhost:6379)", description, RedisReplicationRegistration.Check) ?? "";
}
