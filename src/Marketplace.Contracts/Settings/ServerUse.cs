using System.Collections.Immutable;

namespace Marketplace.Contracts.Settings;

/// <summary>A value of a setting of the silo that needs servers.</summary>
/// <param name="Key">Key of the setting.</param>
/// <param name="Value">The value.</param>
/// <param name="Connections">Keys of the settings that say where the servers are.</param>
/// <param name="Unless">The setting and its value with which that value is idle, so that no server is needed; null if there is none.</param>
public sealed record ServerUse(
    string Key,
    string Value,
    ImmutableArray<string> Connections,
    KeyValuePair<string, string>? Unless = null);
