using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A text that is not empty; with choices, one of them.</summary>
internal sealed class TextNode(params string[] choices) : SchemaNode
{
    public override string Expected => choices.Length switch
    {
        0 => "a text that is not empty",
        1 => $"\"{choices[0]}\"",
        _ => $"one of {string.Join(", ", choices.Select(choice => $"\"{choice}\""))}",
    };

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value?.GetValueKind() != JsonValueKind.String) throw Wrong(value, path);
        var text = value.GetValue<string>();
        if (text.Length == 0 || choices.Length > 0 && !choices.Contains(text)) throw Wrong(value, path);
        return value.DeepClone();
    }

    public override JsonObject ToJsonSchema() => choices.Length == 0
        ? new JsonObject { ["type"] = "string", ["minLength"] = 1 }
        : new JsonObject { ["enum"] = new JsonArray([.. choices.Select(choice => (JsonNode)choice)]) };
}
