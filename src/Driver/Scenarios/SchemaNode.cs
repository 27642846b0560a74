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

/// <summary>An object with known members. Unknown ones are errors: a misspelt setting must not silently keep its default.</summary>
internal sealed class ObjectNode(params SchemaMember[] members) : SchemaNode
{
    public IReadOnlyList<SchemaMember> Members => members;
    public override string Expected => "an object";

    public override JsonNode Check(JsonNode? value, string path)
    {
        if (value is not JsonObject given) throw Wrong(value, path);
        foreach (var (name, _) in given)
        {
            if (!members.Any(member => member.Name == name))
            {
                var known = string.Join(", ", members.Select(member => member.Name));
                throw new SchemaViolation($"{path}.{name}", $"unknown member, expected one of {known}");
            }
        }

        var complete = new JsonObject();
        foreach (var member in members)
        {
            var memberPath = $"{path}.{member.Name}";
            if (given.TryGetPropertyValue(member.Name, out var found))
                complete[member.Name] = member.Node.Check(found, memberPath);
            else if (member.DefaultValue() is { } missing)
                complete[member.Name] = member.Node.Check(missing, memberPath);
            else if (member.IsRequired)
                throw new SchemaViolation(memberPath, $"missing, expected {member.Node.Expected}");
        }

        return complete;
    }

    public override JsonObject ToJsonSchema()
    {
        var properties = new JsonObject();
        foreach (var member in members)
        {
            var schema = member.Node.ToJsonSchema();
            schema["description"] = member.Description;
            if (member.DefaultValue() is { } value) schema["default"] = value;
            properties[member.Name] = schema;
        }

        var result = new JsonObject { ["type"] = "object", ["additionalProperties"] = false, ["properties"] = properties };
        var required = members.Where(member => member.IsRequired).Select(member => (JsonNode)member.Name).ToArray();
        if (required.Length > 0) result["required"] = new JsonArray(required);
        return result;
    }
}
