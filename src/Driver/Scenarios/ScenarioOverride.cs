using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>Applies `--set path=value` to a scenario that is not checked yet.</summary>
internal static class ScenarioOverride
{
    /// <summary>
    /// Sets one value. It is read as JSON, and as a text where it isn't JSON, or where a text is due, so that names need no quotes: not even
    /// the preset null.
    /// </summary>
    /// <param name="entry">For example "load.concurrency=48" or "workload.cart.items=[1,2]".</param>
    /// <exception cref="SchemaViolation">The entry has no path or no value, or leads through a value that has no members.</exception>
    public static void Apply(JsonObject root, string entry)
    {
        var equals = entry.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0) throw new SchemaViolation("$", $"expected --set path=value, found --set {entry}");
        var steps = entry[..equals].Split('.');
        var value = Read(entry[(equals + 1)..], NodeAt(steps));
        JsonNode parent = root;
        var path = "$";
        foreach (var step in steps.AsSpan(0, steps.Length - 1))
        {
            path += $".{step}";
            parent = Child(parent, step, path);
        }

        path += $".{steps[^1]}";
        if (parent is JsonObject members)
            members[steps[^1]] = value;
        else
            parent.AsArray()[Index(parent.AsArray(), steps[^1], path)] = value;
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

    /// <summary>What the schema says of a path; null if it says nothing.</summary>
    private static SchemaNode? NodeAt(string[] steps)
    {
        SchemaNode? node = ScenarioSchema.Root;
        foreach (var step in steps)
        {
            if (node is SettingsNode) return node;
            node = (node as ObjectNode)?.Members.FirstOrDefault(member => member.Name == step)?.Node;
        }

        return node;
    }

    /// <summary>Reads a value.</summary>
    /// <param name="node">What the schema says of it; null if it says nothing.</param>
    public static JsonNode? Read(string text, SchemaNode? node)
    {
        try
        {
            var value = JsonNode.Parse(text);
            var isText = node is TextNode && value?.GetValueKind() != JsonValueKind.String || node is SettingsNode && value is null;
            return isText ? text : value;
        }
        catch (JsonException)
        {
            return text;
        }
    }
}
