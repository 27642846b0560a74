using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Kubernetes.Tests.Manifests;

/// <summary>Reads JSON of which nothing is certain: what is not there is empty.</summary>
internal static class JsonExtensions
{
    public static JsonNode? At(this JsonNode? node, params string[] path) =>
        path.Aggregate(node, static (current, step) => (current as JsonObject)?[step]);

    public static string Text(this JsonNode? node, params string[] path) => node.At(path) switch
    {
        null => "",
        JsonValue value when value.GetValueKind() == JsonValueKind.String => value.GetValue<string>(),
        var other => other.ToJsonString(),
    };

    /// <summary>A whole number; null if there is none.</summary>
    public static int? Number(this JsonNode? node, params string[] path) =>
        int.TryParse(node.Text(path), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    public static IEnumerable<JsonNode> List(this JsonNode? node, params string[] path) =>
        (node.At(path) as JsonArray ?? []).OfType<JsonNode>();

    public static IReadOnlyDictionary<string, string> Map(this JsonNode? node, params string[] path) =>
        (node.At(path) as JsonObject ?? []).ToDictionary(static member => member.Key, static member => member.Value.Text());

    /// <summary>True if these labels are all there: an empty selector selects everything.</summary>
    public static bool Selects(this IReadOnlyDictionary<string, string> selector, IReadOnlyDictionary<string, string> labels) =>
        selector.All(label => labels.TryGetValue(label.Key, out var value) && value == label.Value);
}
