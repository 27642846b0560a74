namespace Marketplace.Silo.Metrics;

/// <summary>The labels of a series, at most three, without an allocation to look them up.</summary>
internal readonly record struct SeriesKey(
    KeyValuePair<string, object?> First,
    KeyValuePair<string, object?> Second,
    KeyValuePair<string, object?> Third)
{
    /// <summary>Most labels that a series has; further ones are dropped, and their series added up.</summary>
    public const int MaxLabels = 3;

    /// <summary>Compares without what the comparison of any struct would take: reflection, and a box for each label.</summary>
    public bool Equals(SeriesKey other) =>
        Equals(First, other.First) && Equals(Second, other.Second) && Equals(Third, other.Third);

    public override int GetHashCode() => HashCode.Combine(First.Key, First.Value, Second.Key, Second.Value, Third.Key, Third.Value);

    /// <summary>Takes the labels of a measurement.</summary>
    public static SeriesKey Of(ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
        new(tags.Length > 0 ? tags[0] : default, tags.Length > 1 ? tags[1] : default, tags.Length > 2 ? tags[2] : default);

    public IEnumerable<KeyValuePair<string, object?>> Labels()
    {
        if (First.Key is not null)
            yield return First;

        if (Second.Key is not null)
            yield return Second;

        if (Third.Key is not null)
            yield return Third;
    }

    private static bool Equals(KeyValuePair<string, object?> left, KeyValuePair<string, object?> right) =>
        left.Key == right.Key && Equals(left.Value, right.Value);
}
