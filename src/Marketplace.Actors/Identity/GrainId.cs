namespace Orleans.Runtime;

/// <summary>The identity of a grain: its type and its key. Its text is "type/key".</summary>
public readonly struct GrainId : IEquatable<GrainId>, IComparable<GrainId>
{
    /// <summary>Makes an identity of its two parts.</summary>
    /// <param name="type">The type.</param>
    /// <param name="key">The key.</param>
    public GrainId(GrainType type, IdSpan key)
    {
        Type = type;
        Key = key;
    }

    /// <summary>The type: which class of grain.</summary>
    public GrainType Type { get; }

    /// <summary>The key: which grain of the class.</summary>
    public IdSpan Key { get; }

    /// <summary>Whether this is no identity at all.</summary>
    public bool IsDefault => Type.IsDefault;

    /// <summary>Makes an identity of the names of its two parts.</summary>
    /// <param name="type">The type.</param>
    /// <param name="key">The key.</param>
    public static GrainId Create(string type, string key) => Create(GrainType.Create(type), key);

    /// <summary>Makes an identity of its type and the text of its key.</summary>
    /// <param name="type">The type.</param>
    /// <param name="key">The key.</param>
    public static GrainId Create(GrainType type, string key) => new(type, IdSpan.Create(key));

    /// <summary>Makes an identity of its two parts.</summary>
    /// <param name="type">The type.</param>
    /// <param name="key">The key.</param>
    public static GrainId Create(GrainType type, IdSpan key) => new(type, key);

    /// <summary>Reads an identity as <see cref="ToString"/> writes it.</summary>
    /// <param name="value">The text, "type/key".</param>
    /// <exception cref="FormatException">The text is not of that form.</exception>
    public static GrainId Parse(string value)
    {
        ArgumentNullException.ThrowIfNull(value);
        var slash = value.IndexOf('/', StringComparison.Ordinal);
        return slash > 0
            ? Create(value[..slash], value[(slash + 1)..])
            : throw new FormatException($"\"{value}\" is not a grain id: it has the form type/key.");
    }

    /// <inheritdoc/>
    public bool Equals(GrainId other) => Key.Equals(other.Key) && Type.Equals(other.Type);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is GrainId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Type, Key);

    /// <summary>Orders by type, then by the text of the key.</summary>
    /// <param name="other">The other identity.</param>
    public int CompareTo(GrainId other)
    {
        var byType = Type.CompareTo(other.Type);
        return byType != 0 ? byType : Key.CompareTo(other.Key);
    }

    /// <inheritdoc/>
    public override string ToString() => $"{Type}/{Key}";

    /// <summary>Whether two identities are the same.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator ==(GrainId left, GrainId right) => left.Equals(right);

    /// <summary>Whether two identities differ.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator !=(GrainId left, GrainId right) => !left.Equals(right);

    /// <summary>Whether one identity comes before the other.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator <(GrainId left, GrainId right) => left.CompareTo(right) < 0;

    /// <summary>Whether one identity comes before the other, or is it.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator <=(GrainId left, GrainId right) => left.CompareTo(right) <= 0;

    /// <summary>Whether one identity comes after the other.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator >(GrainId left, GrainId right) => left.CompareTo(right) > 0;

    /// <summary>Whether one identity comes after the other, or is it.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator >=(GrainId left, GrainId right) => left.CompareTo(right) >= 0;
}
