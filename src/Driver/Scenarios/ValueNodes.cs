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

/// <summary>True or false.</summary>
internal sealed class FlagNode : SchemaNode
{
    public override string Expected => "true or false";

    public override JsonNode Check(JsonNode? value, string path) => value?.GetValueKind() is JsonValueKind.True or JsonValueKind.False
        ? value.DeepClone()
        : throw Wrong(value, path);

    public override JsonObject ToJsonSchema() => new() { ["type"] = "boolean" };
}
