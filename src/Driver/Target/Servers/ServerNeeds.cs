using Marketplace.Contracts.Settings;
using Marketplace.Driver.Scenarios;

namespace Marketplace.Driver.Target.Servers;

/// <summary>Which servers the settings of a silo ask for and do not name themselves, and how the silo is told where they are.</summary>
/// <param name="Replication">Redis, a primary and its secondary, for replication.</param>
internal sealed record ServerNeeds(bool Postgres, bool Cluster, bool Replication)
{
    private const string PostgresSetting = "Postgres";
    private const string ClusterSetting = "Cluster:Connection";
    private const string PrimarySetting = "RedisPrimary";
    private const string SecondarySetting = "RedisSecondary";

    /// <summary>Redis, for whatever.</summary>
    public bool Redis => Cluster || Replication;

    /// <summary>What a silo needs.</summary>
    /// <param name="settings">Its settings, names without section.</param>
    public static ServerNeeds Of(LaunchSettings settings)
    {
        var used = Presets.ServerUses.Where(use => IsUsed(settings, use)).SelectMany(use => use.Connections).ToHashSet();
        var usesPostgres = used.Contains(PostgresSetting) || settings.Is("Cluster:Provider", "postgres") && !settings.Has(ClusterSetting);
        return new ServerNeeds(
            usesPostgres && !settings.Has(PostgresSetting),
            settings.Is("Cluster:Provider", "redis") && !settings.Has(ClusterSetting),
            used.Contains(PrimarySetting) && !(settings.Has(PrimarySetting) && settings.Has(SecondarySetting)));
    }

    private static bool IsUsed(LaunchSettings settings, ServerUse use) =>
        settings.Is(use.Key, use.Value) && !(use.Unless is { } idle && settings.Is(idle.Key, idle.Value));

    /// <summary>The settings that will say where the servers are, before there are any.</summary>
    public IEnumerable<KeyValuePair<string, string>> Placeholders()
    {
        if (Postgres) yield return new(PostgresSetting, "Host=localhost;Username=marketplace");
        if (Cluster) yield return new(ClusterSetting, "localhost:6379");
        if (!Replication) yield break;
        yield return new(PrimarySetting, "localhost:6379");
        yield return new(SecondarySetting, "localhost:6380");
    }

    /// <summary>The settings that say where the servers are.</summary>
    /// <param name="postgres">Connection string of PostgreSQL; null without.</param>
    /// <param name="redis">The pair; null without.</param>
    public IEnumerable<KeyValuePair<string, string>> Settings(string? postgres, RedisPair? redis)
    {
        if (Postgres && postgres is not null) yield return new(PostgresSetting, postgres);
        if (redis is null) yield break;
        if (Cluster) yield return new(ClusterSetting, redis.Primary.ConnectionString);
        if (!Replication) yield break;
        yield return new(PrimarySetting, redis.Primary.ConnectionString);
        yield return new(SecondarySetting, redis.Secondary.ConnectionString);
    }
}
