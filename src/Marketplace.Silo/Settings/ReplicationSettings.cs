using Marketplace.Grains.Replication;
using Marketplace.Replication.Redis;

namespace Marketplace.Silo.Settings;

/// <summary>How carts learn of updates of products.</summary>
/// <param name="Redis">Where Redis is; null if updates do not go over it.</param>
internal sealed record ReplicationSettings(string Level, RedisOptions? Redis)
{
    /// <summary>Reads them.</summary>
    /// <param name="cluster">The cluster, whose names begin the keys in Redis.</param>
    /// <exception cref="SettingException">A value is not good.</exception>
    public static ReplicationSettings Read(IConfiguration section, ClusterSettings cluster)
    {
        var (level, response) = (SettingsTable.Replication.Read(section), SettingsTable.ResponseTimeout.Read(section));
        if (level == SettingsTable.ReplicationNone || SettingsTable.ReplicationTransport.Read(section) != SettingsTable.TransportRedis)
        {
            // Else the answer would be that the outcome is unknown, when the update is known to be committed.
            return level != SettingsTable.ReplicationAcrossObjects || response > ReplicationRegistration.LogPatience
                ? new ReplicationSettings(level, null)
                : throw new SettingException(
                    $"The setting {Setting.Section}:{SettingsTable.ResponseTimeout.Key} is {response}; expected more than "
                    + $"{ReplicationRegistration.LogPatience}, for which an update may wait with "
                    + $"{Setting.Section}:{SettingsTable.Replication.Key} '{level}'.");
        }

        var timeout = SettingsTable.RedisTimeout.Read(section);
        return timeout < response
            ? new ReplicationSettings(level, new RedisOptions(
                Connection(section, SettingsTable.RedisPrimary),
                Connection(section, SettingsTable.RedisSecondary),
                timeout,
                SettingsTable.RedisMaxWaiting.Read(section),
                $"marketplace:{cluster.ServiceId}:{cluster.Id}"))
            : throw new SettingException(
                $"The setting {Setting.Section}:{SettingsTable.RedisTimeout.Key} is {timeout}; expected less than "
                + $"{Setting.Section}:{SettingsTable.ResponseTimeout.Key}, which is {response}.");
    }

    private static string Connection(IConfiguration section, RedisSetting setting) => setting.Read(section) ?? throw new SettingException(
        $"The setting {Setting.Section}:{SettingsTable.ReplicationTransport.Key} is '{SettingsTable.TransportRedis}', and "
        + $"{Setting.Section}:{setting.Key} does not say where Redis is.");
}
