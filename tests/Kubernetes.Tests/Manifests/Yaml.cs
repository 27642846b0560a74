using System.Globalization;
using System.Text.Json.Nodes;
using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>YAML as Kubernetes reads it: what is not in quotes may be a number, a truth or nothing.</summary>
internal static class Yaml
{
    public static IEnumerable<JsonObject> Parse(string text)
    {
        var stream = new YamlStream();
        stream.Load(new StringReader(text));
        return stream.Documents.Select(static document => Convert(document.RootNode)).OfType<JsonObject>();
    }

    private static JsonNode? Convert(YamlNode node) => node switch
    {
        YamlMappingNode map => new JsonObject(
            map.Select(static member => KeyValuePair.Create(((YamlScalarNode)member.Key).Value!, Convert(member.Value)))),
        YamlSequenceNode list => new JsonArray([.. list.Select(Convert)]),
        YamlScalarNode { Style: ScalarStyle.Plain } scalar => Plain(scalar.Value!),
        YamlScalarNode scalar => JsonValue.Create(scalar.Value),
        _ => throw new InvalidOperationException($"There is no JSON for {node}."),
    };

    private static JsonValue? Plain(string text) => text switch
    {
        "" or "~" or "null" => null,
        "true" or "false" => JsonValue.Create(text == "true"),
        _ when long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole) => JsonValue.Create(whole),
        _ when double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) => JsonValue.Create(number),
        _ => JsonValue.Create(text),
    };
}
