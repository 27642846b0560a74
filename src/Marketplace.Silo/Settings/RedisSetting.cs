using Marketplace.Replication.Redis;

namespace Marketplace.Silo.Settings;

/// <summary>A connection string. It may hold a password, so no message shows it.</summary>
internal sealed class RedisSetting(string key, string description)
    : Setting(key, "a connection string of StackExchange.Redis (localhost:6379)", "", description)
{
    /// <summary>Reads the connection string.</summary>
    /// <returns>Null if there is none.</returns>
    public string? Read(IConfiguration section)
    {
        var text = section[Key];
        if (string.IsNullOrEmpty(text))
            return null;

        return RedisReplicationRegistration.Check(text) is { } problem
            ? throw new SettingException($"The setting {Section}:{Key} is no connection string of StackExchange.Redis: {problem}.")
            : text;
    }

    public override void Check(IConfiguration section) => Read(section);
}
