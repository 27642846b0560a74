using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A range [lowest, highest] of numbers.</summary>
internal sealed class RangeNode(NumberNode end) : SchemaNode
{
    public override string Expected => $"[lowest, highest], each {end.Expected}";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonArray { Count: 2 } ends) throw Wrong(value, path);
        var low = end.Check(ends[0], $"{path}[0]");
        var high = end.Check(ends[1], $"{path}[1]");
        if (low.AsDouble() > high.AsDouble()) throw Wrong(value, path);
        return new JsonArray(low, high);
    }

    public override JsonObject ToJsonSchema() => new()
    {
        ["type"] = "array",
        ["items"] = end.ToJsonSchema(),
        ["minItems"] = 2,
        ["maxItems"] = 2,
    };
}
