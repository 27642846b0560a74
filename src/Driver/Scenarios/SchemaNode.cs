using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>What a value of a scenario must be: checks it, and describes itself as JSON schema.</summary>
internal abstract class SchemaNode
{
    /// <summary>What is expected, in words that follow "expected".</summary>
    public abstract string Expected { get; }

    /// <summary>Returns the value with defaults filled in.</summary>
    /// <param name="value">The value; null is JSON's null.</param>
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

/// <summary>A member of an object of a scenario.</summary>
/// <param name="Node">What its value must be.</param>
/// <param name="Description">Meaning and unit, for editors and the reference.</param>
/// <param name="Default">Value if it is missing, as JSON text; null if there is none.</param>
/// <param name="IsRequired">True if it must be there.</param>
internal sealed record SchemaMember(string Name, SchemaNode Node, string Description, string? Default = null, bool IsRequired = false)
{
    /// <summary>The value if it is missing; null if there is none.</summary>
    public JsonNode? DefaultValue() => Default is null ? null : JsonNode.Parse(Default);
}

/// <summary>A value is not what the schema expects; the loader adds the file to it.</summary>
internal sealed class SchemaViolation(string path, string problem) : Exception(problem)
{
    /// <summary>JSON path of the value.</summary>
    public string Path { get; } = path;
}
