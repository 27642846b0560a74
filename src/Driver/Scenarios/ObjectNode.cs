using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>An object with known members. Unknown ones are errors: a misspelt setting must not silently keep its default.</summary>
internal sealed class ObjectNode(params SchemaMember[] members) : SchemaNode
{
    /// <summary>The members.</summary>
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
