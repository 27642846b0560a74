namespace Marketplace.Grains;

/// <summary>Takes back, key by key, what a step did to a small dictionary.</summary>
internal static class MapUndo
{
    /// <summary>Whether the keys that a step added, changed or removed are as it left them.</summary>
    /// <param name="before">It before the step.</param>
    /// <param name="after">It after the step.</param>
    /// <returns>False if one was changed since.</returns>
    public static bool CanUndo<TKey, TValue>(
        ImmutableDictionary<TKey, TValue> now, ImmutableDictionary<TKey, TValue> before, ImmutableDictionary<TKey, TValue> after)
        where TKey : notnull
        where TValue : IEquatable<TValue> =>
        ReferenceEquals(before, after) || Changed(before, after).All(key => IsSame(now, after, key));

    /// <summary>Takes the step back.</summary>
    /// <param name="before">It before the step.</param>
    /// <param name="after">It after the step.</param>
    /// <returns>The dictionary without the step.</returns>
    public static ImmutableDictionary<TKey, TValue> Undo<TKey, TValue>(
        ImmutableDictionary<TKey, TValue> now, ImmutableDictionary<TKey, TValue> before, ImmutableDictionary<TKey, TValue> after)
        where TKey : notnull
        where TValue : IEquatable<TValue> =>
        ReferenceEquals(before, after)
            ? now
            : Changed(before, after).Aggregate(now, (map, key) =>
                before.TryGetValue(key, out var earlier) ? map.SetItem(key, earlier) : map.Remove(key));

    private static IEnumerable<TKey> Changed<TKey, TValue>(ImmutableDictionary<TKey, TValue> before, ImmutableDictionary<TKey, TValue> after)
        where TKey : notnull
        where TValue : IEquatable<TValue> =>
        before.Keys.Union(after.Keys).Where(key => !IsSame(before, after, key));

    private static bool IsSame<TKey, TValue>(ImmutableDictionary<TKey, TValue> one, ImmutableDictionary<TKey, TValue> other, TKey key)
        where TKey : notnull
        where TValue : IEquatable<TValue> =>
        one.TryGetValue(key, out var value)
            ? other.TryGetValue(key, out var otherValue) && value.Equals(otherValue)
            : !other.ContainsKey(key);
}
