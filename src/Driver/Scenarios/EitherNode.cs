using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A value that is one thing or another.</summary>
internal sealed class EitherNode(SchemaNode one, SchemaNode other) : SchemaNode
{
    public override string Expected => $"{one.Expected}, or {other.Expected}";

    public override JsonNode Check(JsonNode? value, string path) => Try(one, value, path) ?? Try(other, value, path) ?? throw Wrong(value, path);

    public override JsonObject ToJsonSchema() => new() { ["anyOf"] = new JsonArray(one.ToJsonSchema(), other.ToJsonSchema()) };

    private static JsonNode? Try(SchemaNode node, JsonNode? value, string path)
    {
        try
        {
            return node.Check(value, path);
        }
        catch (SchemaViolation)
        {
            return null;
        }
    }
}
