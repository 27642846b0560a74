using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>One or more base addresses.</summary>
internal sealed class UrlsNode : SchemaNode
{
    public override string Expected => "a list of addresses such as \"http://localhost:8081\"";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonArray { Count: > 0 } urls) throw Wrong(value, path);
        for (var i = 0; i < urls.Count; i++)
        {
            if (urls[i]?.GetValueKind() != JsonValueKind.String || !IsBaseAddress(urls[i]!.GetValue<string>()))
                throw Wrong(urls[i], $"{path}[{i}]");
        }

        return urls.DeepClone();
    }

    /// <summary>True for an http or https address without query.</summary>
    public static bool IsBaseAddress(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var url) && (url.Scheme is "http" or "https") && url.Query.Length == 0;

    public override JsonObject ToJsonSchema() => new()
    {
        ["type"] = "array",
        ["items"] = new JsonObject { ["type"] = "string", ["format"] = "uri" },
        ["minItems"] = 1,
    };
}
