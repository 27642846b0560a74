using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A scenario as a list of its members, in the words of `--set`.</summary>
internal static class SettingsText
{
    /// <summary>Lists the members below a node.</summary>
    /// <param name="path">Path of the node; empty for the scenario.</param>
    public static IEnumerable<(string Path, string Value)> Flatten(string path, JsonNode? node) => node switch
    {
        JsonObject { Count: > 0 } settings => settings
            .Where(setting => setting.Key != "$schema")
            .SelectMany(setting => Flatten(path.Length == 0 ? setting.Key : $"{path}.{setting.Key}", setting.Value)),
        JsonArray values => [(path, $"[{string.Join(", ", values.Select(value => value?.ToString()))}]")],
        _ => [(path, node?.ToString() ?? "none")],
    };
}
