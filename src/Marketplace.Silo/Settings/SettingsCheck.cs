namespace Marketplace.Silo.Settings;

/// <summary>Checks that the Marketplace section holds nothing but settings: a key with a slip in it must not pass in silence.</summary>
internal static class SettingsCheck
{
    /// <summary>Runs all checks.</summary>
    /// <exception cref="SettingException">Something is wrong; the message says what.</exception>
    public static void Run(IConfigurationSection section)
    {
        foreach (var (key, value) in section.AsEnumerable(makePathsRelative: true).OrderBy(pair => pair.Key, StringComparer.Ordinal))
        {
            if (key.Length > 0 && (value is not null || !section.GetSection(key).GetChildren().Any()))
                CheckKey(key, value);
        }

        foreach (var setting in SettingsTable.All)
            setting.Check(section);
    }

    private static void CheckKey(string key, string? value)
    {
        if (SettingsTable.Planned.Contains(key, StringComparer.OrdinalIgnoreCase))
        {
            // It may be a connection string with a password.
            throw new SettingException($"The setting {Setting.Section}:{key} is not available yet.");
        }

        if (!SettingsTable.All.Any(setting => setting.Key.Equals(key, StringComparison.OrdinalIgnoreCase)))
            throw new SettingException($"There is no setting {Setting.Section}:{key}; did you mean {Setting.Section}:{Closest(key)}?");

        if (value is null)
            throw new SettingException($"The setting {Setting.Section}:{key} has no value (the preset null is a text, in quotes).");
    }

    private static string Closest(string key) => SettingsTable.All.Select(setting => setting.Key).MinBy(other => Distance(key, other))!;

    // How many letters have to be changed, added or taken away (Levenshtein), whatever their case.
    private static int Distance(string a, string b)
    {
        var row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (var i = 1; i <= a.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var above = row[j];
                var substitute = diagonal + (char.ToUpperInvariant(a[i - 1]) == char.ToUpperInvariant(b[j - 1]) ? 0 : 1);
                row[j] = Math.Min(substitute, 1 + Math.Min(above, row[j - 1]));
                diagonal = above;
            }
        }

        return row[^1];
    }
}
