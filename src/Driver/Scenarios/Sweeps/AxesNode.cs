using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios.Sweeps;

/// <summary>
/// The axes of a sweep by name. A list holds values of the member whose path the name is; an object holds, by label, objects of paths and
/// their values, so that one value of the axis may set several members.
/// </summary>
internal sealed class AxesNode : SchemaNode
{
    public override string Expected => "an object of axes: a path with a list of its values, or a name with an object of labels";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonObject { Count: > 0 } axes) throw Wrong(value, path);
        foreach (var (name, values) in axes)
        {
            var axis = $"{path}.{name}";
            switch (values)
            {
                case JsonArray { Count: > 0 } list:
                    for (var i = 0; i < list.Count; i++)
                        if (list[i] is JsonObject) throw Wrong(list[i], $"{axis}[{i}]");
                    break;
                case JsonObject { Count: > 0 } labels:
                    foreach (var (label, settings) in labels)
                        new SetNode().Check(settings, $"{axis}.{label}");
                    break;
                default:
                    throw Wrong(values, axis);
            }
        }

        return axes.DeepClone();
    }

    public override JsonObject ToJsonSchema() => new()
    {
        ["type"] = "object",
        ["minProperties"] = 1,
        ["additionalProperties"] = new JsonObject
        {
            ["oneOf"] = new JsonArray(
                new JsonObject { ["type"] = "array", ["minItems"] = 1 },
                new JsonObject { ["type"] = "object", ["minProperties"] = 1, ["additionalProperties"] = new SetNode().ToJsonSchema() }),
        },
    };
}

/// <summary>Members of the scenario, each by its path.</summary>
internal sealed class SetNode : SchemaNode
{
    public override string Expected => "an object of paths and their values, such as { \"load.concurrency\": 48 }";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonObject settings) throw Wrong(value, path);
        foreach (var (name, setting) in settings)
            if (setting is JsonObject) throw new SchemaViolation($"{path}.{name}", "expected a path that leads to a value, found an object");
        return settings.DeepClone();
    }

    public override JsonObject ToJsonSchema() => new() { ["type"] = "object" };

    /// <summary>The members, as `--set` takes them.</summary>
    public static IEnumerable<string> Overrides(JsonObject settings) => settings.Select(setting => Override(setting.Key, setting.Value));

    /// <summary>A member, as `--set` takes it.</summary>
    public static string Override(string path, JsonNode? value) => $"{path}={(value is null ? "null" : value.ToJsonString(Plain))}";

    private static readonly JsonSerializerOptions Plain = new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
}
