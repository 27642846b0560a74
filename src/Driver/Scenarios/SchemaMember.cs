using System.Text.Json.Nodes;

namespace Marketplace.Driver.Scenarios;

/// <summary>A member of an object of a scenario.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Node">What its value must be.</param>
/// <param name="Description">Meaning and unit, for editors and the reference.</param>
/// <param name="Default">Value if it is missing, as JSON text; null if there is none.</param>
/// <param name="IsRequired">True if it must be there.</param>
internal sealed record SchemaMember(string Name, SchemaNode Node, string Description, string? Default = null, bool IsRequired = false)
{
    /// <summary>The value if it is missing; null if there is none.</summary>
    public JsonNode? DefaultValue() => Default is null ? null : JsonNode.Parse(Default);
}
