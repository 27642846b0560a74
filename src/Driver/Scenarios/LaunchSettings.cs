using System.Collections.Immutable;
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
}
