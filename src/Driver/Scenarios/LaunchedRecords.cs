using System.Globalization;
using System.Text.Json.Nodes;
using Marketplace.Records.Stores;

namespace Marketplace.Driver.Scenarios;

/// <summary>The settings of the record service that target.records launches.</summary>
internal sealed class LaunchedRecords(JsonObject records)
{
    private const string Cpus = "Cpus";
    private const string Rows = "Rows";
    private const string AnyPostgres = "Host=127.0.0.1"; // Nothing connects to them.
    private const string AnyMongo = "mongodb://127.0.0.1";

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
    public IEnumerable<KeyValuePair<string, string>> ForService(string? postgres, string? mongo) =>
        ForStore(postgres, mongo).Select(setting => KeyValuePair.Create($"{RecordsSettings.Section}:{setting.Key}", setting.Value!));

    /// <summary>The same for a store in the driver's own process: names without section.</summary>
    public IEnumerable<KeyValuePair<string, string?>> ForStore(string? postgres, string? mongo)
    {
        foreach (var (name, value) in _settings)
            if (!name.Equals(Cpus, StringComparison.OrdinalIgnoreCase)) yield return new(name, value);
        if (NeedsPostgres && postgres is not null) yield return new(nameof(RecordsSettings.Postgres), postgres);
        if (NeedsMongo && mongo is not null) yield return new(nameof(RecordsSettings.MongoDb), mongo);
    }

    /// <summary>The same before there is a server, to be checked.</summary>
    /// <param name="isLaunched">True if the driver will start the server: its address may be any.</param>
    public IEnumerable<KeyValuePair<string, string?>> ForCheck(bool isLaunched) =>
        isLaunched ? ForStore(AnyPostgres, AnyMongo) : ForStore(null, null);

    private bool IsStore(string name) =>
        name.Equals(_settings.GetValueOrDefault(nameof(RecordsSettings.Store), Defaults.Store), StringComparison.OrdinalIgnoreCase);

    private double Number(string name, double otherwise) =>
        _settings.TryGetValue(name, out var text) && double.TryParse(text, CultureInfo.InvariantCulture, out var value) ? value : otherwise;
}
