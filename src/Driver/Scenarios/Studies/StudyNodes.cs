using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios.Studies;

/// <summary>An object whose members have names of their own and values of one kind.</summary>
internal sealed class MapNode(string what, SchemaNode value) : SchemaNode
{
    public override string Expected => $"an object of {what}";

    public override JsonNode Check(JsonNode? given, string path)
    {
        if (given is not JsonObject members) throw Wrong(given, path);
        var complete = new JsonObject();
        foreach (var (name, member) in members)
            complete[name] = value.Check(member, $"{path}.{name}");
        return complete;
    }

    public override JsonObject ToJsonSchema() => new() { ["type"] = "object", ["additionalProperties"] = value.ToJsonSchema() };
}

/// <summary>A list of values of one kind.</summary>
internal sealed class ListNode(string what, SchemaNode value) : SchemaNode
{
    public override string Expected => $"a list of {what}";

    public override JsonNode Check(JsonNode? given, string path)
    {
        if (given is not JsonArray list) throw Wrong(given, path);
        return new JsonArray([.. list.Select((entry, i) => value.Check(entry, $"{path}[{i}]"))]);
    }

    public override JsonObject ToJsonSchema() => new() { ["type"] = "array", ["items"] = value.ToJsonSchema() };
}

/// <summary>A label of an axis, or a list of labels; they are read as texts.</summary>
internal sealed class LabelsNode : SchemaNode
{
    public override string Expected => "a label, or a list of labels";

    public override JsonNode Check(JsonNode? given, string path) => given is JsonArray list
        ? new JsonArray([.. list.Select(label => Label(label, path))])
        : new JsonArray(Label(given, path));

    public override JsonObject ToJsonSchema() => new() { ["type"] = new JsonArray("string", "number", "boolean", "array") };

    private JsonNode Label(JsonNode? value, string path) => value?.GetValueKind() switch
    {
        JsonValueKind.String => value.GetValue<string>(),
        JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False => value.ToJsonString(),
        _ => throw Wrong(value, path),
    };
}
