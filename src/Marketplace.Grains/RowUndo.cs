using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Marketplace.Protocols.Storage.Rows;

namespace Marketplace.Grains;

/// <summary>Takes back, row by row, what a step did to a collection; rows that it did not touch are as others left them.</summary>
internal static class RowUndo
{
    /// <summary>Whether the rows that a step added, changed or removed are as it left them.</summary>
    /// <param name="before">The rows before the step.</param>
    /// <param name="typeInfo">How a row is written: one that was stored and loaded is another object, and written the same.</param>
    /// <returns>False if one was changed since.</returns>
    public static bool CanUndo<TRow>(RowMap<TRow> now, RowMap<TRow> before, RowMap<TRow> after, JsonTypeInfo<TRow> typeInfo)
        where TRow : class
    {
        if (ReferenceEquals(before, after) || ReferenceEquals(now, after))
            return true;

        var comparison = new Comparison<TRow>(now, typeInfo);
        after.Differences(before, comparison);
        return !comparison.HasChanged;
    }

    /// <summary>Takes the step back.</summary>
    /// <param name="before">The rows before the step.</param>
    /// <returns>The rows without it.</returns>
    public static RowMap<TRow> Undo<TRow>(RowMap<TRow> now, RowMap<TRow> before, RowMap<TRow> after)
        where TRow : class
    {
        var restoring = new Restoring<TRow>(now, before);
        after.Differences(before, restoring);
        return restoring.Rows;
    }

    private sealed class Comparison<TRow>(RowMap<TRow> now, JsonTypeInfo<TRow> typeInfo) : IRowChanges<TRow>
        where TRow : class
    {
        public bool HasChanged { get; private set; }

        public void Set(long key, TRow row) =>
            HasChanged = HasChanged || !now.TryGetValue(key, out var current) || !IsSame(row, current);

        public void Removed(long key) => HasChanged = HasChanged || now.ContainsKey(key);

        private bool IsSame(TRow row, TRow current) =>
            ReferenceEquals(row, current)
            || JsonSerializer.SerializeToUtf8Bytes(row, typeInfo).AsSpan().SequenceEqual(JsonSerializer.SerializeToUtf8Bytes(current, typeInfo));
    }

    private sealed class Restoring<TRow>(RowMap<TRow> now, RowMap<TRow> before) : IRowChanges<TRow>
        where TRow : class
    {
        public RowMap<TRow> Rows { get; private set; } = now;

        public void Set(long key, TRow row) => Rows = before.TryGetValue(key, out var earlier) ? Rows.SetItem(key, earlier) : Rows.Remove(key);

        public void Removed(long key) => Rows = Rows.SetItem(key, before[key]);
    }
}
