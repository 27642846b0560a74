using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>Applies `--set path=value` to a scenario that is not checked yet.</summary>
internal static class ScenarioOverride
{
    /// <summary>Sets one value. It is read as JSON, and as a text where it isn't JSON, so that names need no quotes.</summary>
    /// <param name="root">The scenario.</param>
    /// <param name="entry">For example "load.concurrency=48" or "workload.cart.items=[1,2]".</param>
    /// <exception cref="SchemaViolation">The entry has no path or no value, or leads through a value that has no members.</exception>
    public static void Apply(JsonObject root, string entry)
    {
        var equals = entry.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0) throw new SchemaViolation("$", $"expected --set path=value, found --set {entry}");
        var steps = entry[..equals].Split('.');
        JsonNode parent = root;
        var path = "$";
        foreach (var step in steps.AsSpan(0, steps.Length - 1))
        {
            path += $".{step}";
            parent = Child(parent, step, path);
        }

        path += $".{steps[^1]}";
        if (parent is JsonObject members)
            members[steps[^1]] = Read(entry[(equals + 1)..]);
        else
            parent.AsArray()[Index(parent.AsArray(), steps[^1], path)] = Read(entry[(equals + 1)..]);
    }

    private static JsonNode Child(JsonNode parent, string step, string path)
    {
        JsonNode? child;
        if (parent is JsonObject members)
            child = members[step] ??= new JsonObject();
        else
            child = parent.AsArray()[Index(parent.AsArray(), step, path)];
        return child is JsonObject or JsonArray
            ? child
            : throw new SchemaViolation(path, "expected an object or a list on the way of --set");
    }

    private static int Index(JsonArray list, string step, string path) =>
        int.TryParse(step, NumberStyles.None, CultureInfo.InvariantCulture, out var index) && index < list.Count
            ? index
            : throw new SchemaViolation(path, $"expected an index from 0 to {list.Count - 1}");

    private static JsonNode? Read(string text)
    {
        try
        {
            return JsonNode.Parse(text);
        }
        catch (JsonException)
        {
            return text;
        }
    }
}
