using Marketplace.Storage.Postgres;

namespace Marketplace.Silo.Settings;

/// <summary>A connection string. It may hold a password, so no message shows it.</summary>
internal sealed class PostgresSetting(string key, string description) : Setting(key, "a connection string of Npgsql", "", description)
{
    /// <summary>Reads the connection string.</summary>
    /// <returns>Null if there is none.</returns>
    public string? Read(IConfiguration section)
    {
        var text = section[Key];
        if (string.IsNullOrEmpty(text))
            return null;

        return PostgresStorageRegistration.Check(text) is { } problem
            ? throw new SettingException($"The setting {Section}:{Key} is no connection string of Npgsql: {problem}.")
            : text;
    }

    public override void Check(IConfiguration section) => Read(section);
}
