using Marketplace.Contracts.Settings;

namespace Marketplace.Silo.Settings;

/// <summary>Checks that a silo whose preset needs servers is told where they are.</summary>
internal static class PresetServers
{
    /// <summary>Looks at what the preset fills in.</summary>
    /// <exception cref="SettingException">A server is needed, and nothing says where it is.</exception>
    public static void Check(IConfiguration section)
    {
        var preset = Presets.Find(section[Presets.Key])!;
        var missing = Presets.ServerUses
            .Where(use => section[use.Key] is null && preset.Settings.GetValueOrDefault(use.Key) == use.Value)
            .Where(use => use.Unless is not { } idle || SettingsTable.All.First(setting => setting.Key == idle.Key).Text(section) != idle.Value)
            .SelectMany(use => use.Connections)
            .Distinct()
            .Where(key => !IsTold(section, key))
            .Select(key => $"{Setting.Section}:{key}")
            .ToList();
        if (missing.Count > 0)
        {
            throw new SettingException(
                $"The preset '{preset.Name}' needs servers, and no setting {string.Join(" and ", missing)} says where they are.");
        }
    }

    private static bool IsTold(IConfiguration section, string key) => !string.IsNullOrEmpty(section[key])
        || (key == SettingsTable.Postgres.Key && SettingsTable.PostgresOfServices.All(setting => !string.IsNullOrEmpty(section[setting.Key])));
}
