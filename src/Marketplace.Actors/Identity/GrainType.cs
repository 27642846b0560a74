namespace Orleans.Runtime;

/// <summary>The type part of a grain's identity: one for each grain class.</summary>
public readonly struct GrainType : IEquatable<GrainType>, IComparable<GrainType>
{
    private readonly string? _name;

    private GrainType(string name) => _name = name;

    /// <summary>Whether this is no type at all.</summary>
    public bool IsDefault => _name is null;

    /// <summary>Makes a type of its name.</summary>
    /// <param name="value">The name.</param>
    public static GrainType Create(string value)
    {
        ArgumentException.ThrowIfNullOrEmpty(value);
        return new GrainType(value);
    }

    /// <inheritdoc/>
    public bool Equals(GrainType other) => string.Equals(_name, other._name, StringComparison.Ordinal);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is GrainType other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _name?.GetHashCode(StringComparison.Ordinal) ?? 0;

    /// <summary>Compares the names by code point.</summary>
    /// <param name="other">The other type.</param>
    public int CompareTo(GrainType other) => TextOrder.Compare(_name, other._name);

    /// <inheritdoc/>
    public override string ToString() => _name ?? string.Empty;

    /// <summary>Whether two types are the same.</summary>
    /// <param name="left">One type.</param>
    /// <param name="right">The other type.</param>
    public static bool operator ==(GrainType left, GrainType right) => left.Equals(right);

    /// <summary>Whether two types differ.</summary>
    /// <param name="left">One type.</param>
    /// <param name="right">The other type.</param>
    public static bool operator !=(GrainType left, GrainType right) => !left.Equals(right);

    /// <summary>Whether one type comes before the other.</summary>
    /// <param name="left">One type.</param>
    /// <param name="right">The other type.</param>
    public static bool operator <(GrainType left, GrainType right) => left.CompareTo(right) < 0;

    /// <summary>Whether one type comes before the other, or is it.</summary>
    /// <param name="left">One type.</param>
    /// <param name="right">The other type.</param>
    public static bool operator <=(GrainType left, GrainType right) => left.CompareTo(right) <= 0;

    /// <summary>Whether one type comes after the other.</summary>
    /// <param name="left">One type.</param>
    /// <param name="right">The other type.</param>
    public static bool operator >(GrainType left, GrainType right) => left.CompareTo(right) > 0;

    /// <summary>Whether one type comes after the other, or is it.</summary>
    /// <param name="left">One type.</param>
    /// <param name="right">The other type.</param>
    public static bool operator >=(GrainType left, GrainType right) => left.CompareTo(right) >= 0;
}
