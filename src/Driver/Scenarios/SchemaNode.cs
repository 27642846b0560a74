using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>What a value of a scenario must be: checks it, and describes itself as JSON schema.</summary>
internal abstract class SchemaNode
{
    /// <summary>What is expected, in words that follow "expected".</summary>
    public abstract string Expected { get; }

    /// <summary>Returns the value with defaults filled in.</summary>
    /// <param name="value">The value; null is JSON's null.</param>
    /// <param name="path">Its JSON path.</param>
    /// <exception cref="SchemaViolation">It is not what is expected.</exception>
    public abstract JsonNode Check(JsonNode? value, string path);

    /// <summary>This node as JSON schema, without description and default.</summary>
    public abstract JsonObject ToJsonSchema();

    /// <summary>The error that says what was found instead.</summary>
    protected SchemaViolation Wrong(JsonNode? value, string path) => new(path, $"expected {Expected}, found {Show(value)}");

    private static string Show(JsonNode? value)
    {
        if (value is null) return "null";
        var text = value is JsonObject ? "an object" : value.ToJsonString();
        return text.Length <= 80 ? text : string.Concat(text.AsSpan(0, 77), "...");
    }
}
