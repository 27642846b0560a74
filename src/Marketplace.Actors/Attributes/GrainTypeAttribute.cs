namespace Orleans;

/// <summary>Names the type of a grain class, in place of the default: its class name in lower case without the suffix "grain".</summary>
/// <param name="grainType">The name, unique among the grain classes.</param>
[AttributeUsage(AttributeTargets.Class)]
public sealed class GrainTypeAttribute(string grainType) : Attribute
{
    /// <summary>The name of the type.</summary>
    public string GrainType { get; } = grainType;
}
