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
            "Replication of products to carts (docs/replication.md). `eventual`: carts hear of updates some time later. `causal-per-object`: what a "
            + "cart knows of a product never goes back, and begins with what the product is. `causal-across-objects`: besides, a checkout sees all "
            + "updates of one seller in their order, and each that was acknowledged before it was sent.");
        var transport = read.Choice(
            "Replication:Transport",
            [Streams, OverRedis],
            "How updates of products reach carts, where `Replication` is not `none`. `streams`: streams of the engine. `redis`: products write to "
            + "`RedisPrimary`, and carts read `RedisSecondary` when they are checked out.");
        var redis = new RedisOptions(
            Connection(read, RedisOptions.PrimarySetting, "The Redis server that products write to. It is never logged."),
            Connection(
                read, RedisOptions.SecondarySetting, "The Redis server that carts read; it replicates from `RedisPrimary`. It is never logged."),
            read.Duration(
                "Redis:Timeout", TimeSpan.FromMilliseconds(100), TimeSpan.FromMinutes(1), TimeSpan.FromSeconds(10),
                "How long Redis may be away: then an update that waits for it answers 504 (it is committed, and replicated later), and a checkout "
                + "503 (nothing was done). Less than ResponseTimeout."),
            read.Integer(
                "Redis:MaxWaiting", 1, 1_000_000, 10_000, "updates",
                "Updates that are under way at once at most, on one silo, with those that wait for Redis; further ones answer 503, and nothing of "
                + "them is done. `causal-across-objects` alone waits."),
            $"marketplace:{cluster.ServiceId}:{cluster.Id}");
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
