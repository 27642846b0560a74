using System.Globalization;

namespace Orleans.Runtime;

/// <summary>The identity of a stream: a namespace and a key.</summary>
public readonly struct StreamId : IEquatable<StreamId>, IComparable<StreamId>
{
    private readonly string? _namespace;
    private readonly string? _key;

    private StreamId(string? @namespace, string key)
    {
        _namespace = @namespace;
        _key = key;
    }

    /// <summary>Makes the identity of a stream with a string key.</summary>
    /// <param name="ns">The namespace.</param>
    /// <param name="key">The key.</param>
    public static StreamId Create(string ns, string key)
    {
        ArgumentNullException.ThrowIfNull(key);
        return new StreamId(ns, key);
    }

    /// <summary>Makes the identity of a stream with an integer key.</summary>
    /// <param name="ns">The namespace.</param>
    /// <param name="key">The key.</param>
    public static StreamId Create(string ns, long key) => new(ns, key.ToString(CultureInfo.InvariantCulture));

    /// <summary>Makes the identity of a stream with a GUID key.</summary>
    /// <param name="ns">The namespace.</param>
    /// <param name="key">The key.</param>
    public static StreamId Create(string ns, Guid key) => new(ns, key.ToString("N"));

    /// <summary>The namespace.</summary>
    public string? GetNamespace() => _namespace;

    /// <summary>The key as text.</summary>
    public string GetKeyAsString() => _key ?? string.Empty;

    /// <inheritdoc/>
    public bool Equals(StreamId other) =>
        string.Equals(_key, other._key, StringComparison.Ordinal) && string.Equals(_namespace, other._namespace, StringComparison.Ordinal);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is StreamId other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(_namespace, _key);

    /// <summary>Orders by namespace, then by key.</summary>
    /// <param name="other">The other identity.</param>
    public int CompareTo(StreamId other)
    {
        var byNamespace = string.CompareOrdinal(_namespace, other._namespace);
        return byNamespace != 0 ? byNamespace : string.CompareOrdinal(_key, other._key);
    }

    /// <inheritdoc/>
    public override string ToString() => $"{_namespace}/{_key}";

    /// <summary>Whether two identities are the same.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator ==(StreamId left, StreamId right) => left.Equals(right);

    /// <summary>Whether two identities differ.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator !=(StreamId left, StreamId right) => !left.Equals(right);

    /// <summary>Whether one identity comes before the other.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator <(StreamId left, StreamId right) => left.CompareTo(right) < 0;

    /// <summary>Whether one identity comes before the other, or is it.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator <=(StreamId left, StreamId right) => left.CompareTo(right) <= 0;

    /// <summary>Whether one identity comes after the other.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator >(StreamId left, StreamId right) => left.CompareTo(right) > 0;

    /// <summary>Whether one identity comes after the other, or is it.</summary>
    /// <param name="left">One identity.</param>
    /// <param name="right">The other identity.</param>
    public static bool operator >=(StreamId left, StreamId right) => left.CompareTo(right) >= 0;
}
