using System.Globalization;
using System.Text.Json.Nodes;
using Marketplace.Records.Stores;
using Marketplace.Records.Stores.Ycsb;

namespace Marketplace.Driver.Scenarios;

/// <summary>The settings of the store that target.database names.</summary>
internal static class DatabaseSettings
{
    private const string Pool = nameof(RecordsSettings.Pool);
    private const string OneForEach = "users";
    private const int PoolMost = 1_000;

    // There is no process that they could be told, and workers are a matter of the load.
    private static readonly string[] OfService = ["Cpus", nameof(RecordsSettings.Handlers), nameof(RecordsSettings.Threads)];

    // Another run may have others of these on the same server, and the same data.
    private static readonly string[] OfRun =
        [Pool, nameof(RecordsSettings.PoolWait), nameof(RecordsSettings.Hold), nameof(RecordsSettings.Durability)];

    /// <summary>What a run tells its store.</summary>
    /// <param name="postgres">Connection string of PostgreSQL that the driver started; null without.</param>
    /// <param name="mongo">The same of MongoDB.</param>
    /// <exception cref="RecordsSettingException">A setting is wrong.</exception>
    public static RecordsSettings Of(Scenario scenario, string? postgres, string? mongo) =>
        Of(scenario, new LaunchedRecords(scenario.Target.Database!).ForStore(postgres, mongo));

    private static RecordsSettings Of(Scenario scenario, IEnumerable<KeyValuePair<string, string?>> store)
    {
        var given = new Dictionary<string, string?>(store, StringComparer.OrdinalIgnoreCase);
        given.TryAdd(nameof(RecordsSettings.Layout), UserTables.Layouts[0]);
        if (OneForEach.Equals(given.GetValueOrDefault(Pool), StringComparison.OrdinalIgnoreCase))
            given[Pool] = Math.Min(PoolMost, scenario.Load.Concurrency).ToString(CultureInfo.InvariantCulture);
        if (scenario.Load.HasThreads()) given[nameof(RecordsSettings.Handlers)] = RecordsSettings.ThreadPerRequest;
        var settings = RecordsSettings.Parse(given);
        UserTables.Check(settings);
        return settings;
    }

    /// <summary>Checks the settings before there is a server.</summary>
    /// <exception cref="RecordsSettingException">One is wrong.</exception>
    public static void Check(Scenario scenario)
    {
        var names = scenario.Target.Database!.Select(setting => setting.Key);
        if (names.FirstOrDefault(name => OfService.Contains(name, StringComparer.OrdinalIgnoreCase)) is { } wrong)
            throw new RecordsSettingException(wrong, "is a setting of the service alone");
        Of(scenario, new LaunchedRecords(scenario.Target.Database!).ForCheck(isLaunched: scenario.Servers == "launch"));
    }

    /// <summary>What runs must have in common to share a server and its data.</summary>
    public static IEnumerable<KeyValuePair<string, string>> OfServer(JsonObject database) =>
        SettingsNode.Flatten(database, "").Where(setting => !OfRun.Contains(setting.Key, StringComparer.OrdinalIgnoreCase));
}
