namespace Orleans;

/// <summary>Marks a type that a serializer is generated for. The local engine passes objects as they are: there it is a marker.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Enum)]
public sealed class GenerateSerializerAttribute : Attribute;

/// <summary>Gives a serialized member its number, unique in its type and never reused.</summary>
/// <param name="id">The number.</param>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Class | AttributeTargets.Struct)]
public sealed class IdAttribute(uint id) : Attribute
{
    /// <summary>The number of the member.</summary>
    public uint Id { get; } = id;
}

/// <summary>Gives a type or method a name on the wire that survives renaming.</summary>
/// <param name="alias">The name.</param>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum | AttributeTargets.Method)]
public sealed class AliasAttribute(string alias) : Attribute
{
    /// <summary>The name on the wire.</summary>
    public string Alias { get; } = alias;
}

/// <summary>Promises that a value never changes once it is handed over, so that it need not be copied between grains.</summary>
[AttributeUsage(
    AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Parameter)]
public sealed class ImmutableAttribute : Attribute;
