using System.Globalization;
using System.Text.Json.Nodes;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Scenarios;

/// <summary>The settings of the record service that target.records launches.</summary>
internal sealed class LaunchedRecords(JsonObject records)
{
    private const string Cpus = "Cpus";
    private const string Rows = "Rows";

    private static readonly RecordsSettings Defaults = new();

    private readonly Dictionary<string, string> _settings =
        new(SettingsNode.Flatten(records, ""), StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether it needs a PostgreSQL server that it does not name.</summary>
    public bool NeedsPostgres => !_settings.ContainsKey(nameof(RecordsSettings.Postgres)) && IsStore("postgres");

    /// <summary>Whether it needs a MongoDB server that it does not name.</summary>
    public bool NeedsMongo => !_settings.ContainsKey(nameof(RecordsSettings.MongoDb)) && IsStore("mongodb");

    /// <summary>Items of its seed.</summary>
    public int SeedRows => (int)Number(Rows, Defaults.Rows);

    /// <summary>The cores that an instance may use; null for all. Each takes the next ones, from the first again after the last.</summary>
    /// <param name="instance">Its number, from 0.</param>
    /// <param name="cores">Cores of the machine.</param>
    public IReadOnlyList<int>? CoresOf(int instance, int cores)
    {
        var count = (int)Number(Cpus, 0);
        return count == 0 || count >= cores ? null : [.. Enumerable.Range(instance * count, count).Select(core => core % cores)];
    }

    /// <summary>What a process gets.</summary>
    /// <param name="postgres">Connection string of PostgreSQL that the driver started; null without.</param>
    /// <param name="mongo">The same of MongoDB.</param>
    public IEnumerable<KeyValuePair<string, string>> ForService(string? postgres, string? mongo)
    {
        const string section = "Records:";
        foreach (var (name, value) in _settings)
            if (!name.Equals(Cpus, StringComparison.OrdinalIgnoreCase)) yield return new(section + name, value);
        if (NeedsPostgres && postgres is not null) yield return new(section + nameof(RecordsSettings.Postgres), postgres);
        if (NeedsMongo && mongo is not null) yield return new(section + nameof(RecordsSettings.MongoDb), mongo);
    }

    private bool IsStore(string name) =>
        name.Equals(_settings.GetValueOrDefault(nameof(RecordsSettings.Store), Defaults.Store), StringComparison.OrdinalIgnoreCase);

    private double Number(string name, double otherwise) =>
        _settings.TryGetValue(name, out var text) && double.TryParse(text, CultureInfo.InvariantCulture, out var value) ? value : otherwise;
}
