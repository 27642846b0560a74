using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A list of names, each one of those known; it may be empty.</summary>
/// <param name="what">What they name, in words that follow "a list of".</param>
internal sealed class NamesNode(string what, IReadOnlyList<string> known) : SchemaNode
{
    public override string Expected => $"a list of {what}";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonArray names) throw Wrong(value, path);
        for (var i = 0; i < names.Count; i++)
        {
            var isName = names[i]?.GetValueKind() == JsonValueKind.String && known.Contains(names[i]!.GetValue<string>());
            if (!isName)
            {
                throw new SchemaViolation(
                    $"{path}[{i}]", $"expected one of {string.Join(", ", known)}, found {names[i]?.ToJsonString() ?? "null"}");
            }
        }

        return names.DeepClone();
    }

    public override JsonObject ToJsonSchema() => new()
    {
        ["type"] = "array",
        ["items"] = new JsonObject { ["enum"] = new JsonArray([.. known.Select(name => (JsonNode)name)]) },
        ["uniqueItems"] = true,
    };
}
