using System.Collections.Immutable;

namespace Marketplace.Contracts.Settings;

/// <summary>A system that a silo can be, as the settings that make it; each of them can be set otherwise.</summary>
/// <param name="Name">What the setting Preset calls it.</param>
/// <param name="Settings">Settings of the silo, by their keys.</param>
public sealed record Preset(
    string Name,
    ImmutableSortedDictionary<string, string> Settings);
