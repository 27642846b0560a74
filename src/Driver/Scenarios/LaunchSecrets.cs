using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>
/// Connection strings among the settings of a silo: they carry passwords, so they reach the silo through its environment, which other
/// users can't see, and no file of a run.
/// </summary>
internal static class LaunchSecrets
{
    /// <summary>What a run shows in place of a connection string.</summary>
    public const string Hidden = "(not shown)";

    private const string Postgres = "Postgres";
    private static readonly string[] Names = [Postgres, "MongoDb", "RedisPrimary", "RedisSecondary", "Cluster:Connection"];
    private static readonly string[] Words = ["password", "pwd=", "passwd"];

    /// <summary>Whether a setting is a connection string, or looks like one with a password.</summary>
    /// <param name="name">Its name without section.</param>
    public static bool IsSecret(string name, string value) =>
        IsConnection(name) || Words.Any(word => value.Contains(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether a setting is a connection string, by its name: `Postgres`, or `Postgres:cart`, which is one of a service's own.</summary>
    /// <param name="name">Its name without section.</param>
    public static bool IsConnection(string name) =>
        Names.Contains(name, StringComparer.OrdinalIgnoreCase)
        || name.StartsWith(Postgres + ":", StringComparison.OrdinalIgnoreCase)
            && !name.Equals(Postgres + ":Timeout", StringComparison.OrdinalIgnoreCase);

    /// <summary>The scenario without its connection strings, to be kept with the results.</summary>
    /// <param name="scenario">A scenario; it is not changed.</param>
    public static Scenario Hide(Scenario scenario) => scenario with
    {
        Target = scenario.Target with
        {
            Launch = scenario.Target.Launch is { } launch ? Hide(launch, "") : null,
            Records = scenario.Target.Records is { } records ? Hide(records, "") : null,
            Database = scenario.Target.Database is { } database ? Hide(database, "") : null,
        },
    };

    private static JsonObject Hide(JsonObject settings, string prefix)
    {
        var shown = new JsonObject();
        foreach (var (name, value) in settings)
        {
            shown[name] = value is JsonObject nested ? Hide(nested, $"{prefix}{name}:")
                : IsSecret(prefix + name, value!.ToString()) ? Hidden
                : value.DeepClone();
        }

        return shown;
    }
}
