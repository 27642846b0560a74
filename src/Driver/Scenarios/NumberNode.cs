using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A number within a range, both ends included.</summary>
internal sealed class NumberNode(double min, double max, bool isWhole = false) : SchemaNode
{
    /// <summary>A whole number within a range.</summary>
    public static NumberNode Whole(long min, long max) => new(min, max, isWhole: true);

    public override string Expected =>
        string.Create(CultureInfo.InvariantCulture, $"a {(isWhole ? "whole number" : "number")} from {min:#,0.###} to {max:#,0.###}");

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value?.GetValueKind() != JsonValueKind.Number) throw Wrong(value, path);
        var number = value.AsDouble();
        if (!(number >= min && number <= max) || isWhole && number != Math.Floor(number)) throw Wrong(value, path);
        return isWhole ? JsonValue.Create((long)number) : JsonValue.Create(number);
    }

    public override JsonObject ToJsonSchema() => new()
    {
        ["type"] = isWhole ? "integer" : "number",
        ["minimum"] = isWhole ? JsonValue.Create((long)min) : JsonValue.Create(min),
        ["maximum"] = isWhole ? JsonValue.Create((long)max) : JsonValue.Create(max),
    };
}
