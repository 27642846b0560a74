namespace Marketplace.Contracts.Settings;

/// <summary>
/// The presets: the versions that the paper compares, and ours. The silo fills in its settings from them; the driver learns from them
/// which servers a silo needs that it starts, and what it promises.
/// </summary>
public static class Presets
{
    /// <summary>Key of the setting that names one.</summary>
    public const string Key = "Preset";

    /// <summary>The one that counts where none is named.</summary>
    public const string Default = "orleans";

    /// <summary>The presets.</summary>
    public static ImmutableArray<Preset> All { get; } =
    [
        Of(Default, ("Protocol", "none"), ("Replication", "none"), ("Dashboard", "grain"), ("AuditLog", "none"), ("Storage", "memory")),
        Of("orleans-tx", Transactions, Causal),
        Of("statefun", ("Protocol", "none"), ("Replication", "none"), ("Results", "egress")),
        Of("composite-eventual", Transactions, Causal, ("Replication", "eventual"), ("Dashboard", "postgres")),
        Of(
            "composite-causal",
            Transactions,
            Causal,
            ("Replication", "causal-across-objects"),
            ("Replication:Transport", "redis"),
            ("Dashboard", "postgres")),
        Of(
            "full",
            ("Protocol", "deterministic"),
            ("Replication", "causal-across-objects"),
            ("Replication:Transport", "redis"),
            ("Delivery", "exactly-once"),
            Causal,
            ("StockReference", "consistent"),
            ("Dashboard", "postgres"),
            ("AuditLog", "postgres"),
            ("Storage", "postgres")),
        Of("null"),
    ];

    /// <summary>The values of settings that need servers.</summary>
    public static ImmutableArray<ServerUse> ServerUses { get; } =
    [
        new("Storage", "postgres", ["Postgres"]),
        new("AuditLog", "postgres", ["Postgres"]),
        new("Dashboard", "postgres", ["Postgres"]),
        new("Replication:Transport", "redis", ["RedisPrimary", "RedisSecondary"], new("Replication", "none")),
    ];

    private static (string Key, string Value) Transactions => ("Protocol", "orleans-transactions");
    private static (string Key, string Value) Causal => ("EventOrder", "causal");

    /// <summary>Finds a preset.</summary>
    /// <param name="name">Its name, in any casing; null for the default.</param>
    /// <returns>Null if there is none of that name.</returns>
    public static Preset? Find(string? name)
    {
        foreach (var preset in All)
        {
            if (preset.Name.Equals(name ?? Default, StringComparison.OrdinalIgnoreCase))
                return preset;
        }

        return null;
    }

    private static Preset Of(string name, params (string Key, string Value)[] settings) =>
        new(name, settings.ToImmutableSortedDictionary(setting => setting.Key, setting => setting.Value, StringComparer.OrdinalIgnoreCase));
}

/// <summary>A system that a silo can be, as the settings that make it; each of them can be set otherwise.</summary>
/// <param name="Name">What the setting Preset calls it.</param>
/// <param name="Settings">Settings of the silo, by their keys.</param>
public sealed record Preset(
    string Name,
    ImmutableSortedDictionary<string, string> Settings);

/// <summary>A value of a setting of the silo that needs servers.</summary>
/// <param name="Key">Key of the setting.</param>
/// <param name="Connections">Keys of the settings that say where the servers are.</param>
/// <param name="Unless">The setting and its value with which that value is idle, so that no server is needed; null if there is none.</param>
public sealed record ServerUse(
    string Key,
    string Value,
    ImmutableArray<string> Connections,
    KeyValuePair<string, string>? Unless = null);
