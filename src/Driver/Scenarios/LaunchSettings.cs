using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Settings;

namespace Marketplace.Driver.Scenarios;

/// <summary>
/// The settings of a silo that is launched, by name without section ("Cluster:Provider"); case does not count, as in any .NET host. What
/// is not given is as the silo's preset says.
/// </summary>
internal sealed class LaunchSettings
{
    private readonly Dictionary<string, string> _values = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads target.launch.</summary>
    public LaunchSettings(JsonObject launch)
    {
        foreach (var (name, value) in SettingsNode.Flatten(launch, ""))
            _values[name] = value;
        foreach (var (name, value) in Presets.Find(this[Presets.Key])?.Settings ?? ImmutableSortedDictionary<string, string>.Empty)
            _values.TryAdd(name, value);
    }

    /// <summary>A setting's value; null if it has none.</summary>
    public string? this[string name] => _values.GetValueOrDefault(name);

    /// <summary>Whether a setting has a value.</summary>
    public bool Has(string name) => this[name] is { Length: > 0 };

    /// <summary>Whether a setting has this value.</summary>
    public bool Is(string name, string value) => value.Equals(this[name], StringComparison.OrdinalIgnoreCase);

    /// <summary>The settings that a launched silo gets: those of the scenario's target, where its servers are, and what follows from its
    /// workload.</summary>
    /// <param name="servers">Settings that name servers which the driver started, names without section.</param>
    public static IEnumerable<KeyValuePair<string, string>> ForSilo(
        Scenario scenario,
        IEnumerable<KeyValuePair<string, string>> servers)
    {
        const string section = "Marketplace:";
        const string declineRate = section + "PaymentProvider:DeclineRate";
        var settings = SettingsNode.Flatten(scenario.Target.Launch!, section)
            .Concat(servers.Select(setting => KeyValuePair.Create(section + setting.Key, setting.Value))).ToList();
        if (scenario.Workload.PaymentAcceptance >= 1 || settings.Exists(setting => setting.Key == declineRate)) return settings;
        var rate = 1 - (decimal)scenario.Workload.PaymentAcceptance;
        settings.Add(new(declineRate, rate.ToString(CultureInfo.InvariantCulture)));
        return settings;
    }
}
