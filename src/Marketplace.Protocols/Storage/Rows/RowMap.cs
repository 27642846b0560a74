using System.Collections;
using System.Diagnostics.CodeAnalysis;
using Orleans;

namespace Marketplace.Protocols.Storage.Rows;

/// <summary>
/// An immutable map from whole numbers to rows, in the order of the numbers. Two maps of which one comes from the other share what has
/// not changed, so a storage finds the rows that have in time of their number (<see cref="Differences"/>): a state holds its large
/// collections in such maps, and needs no record of what was changed since it was stored.
/// </summary>
/// <typeparam name="TRow">An immutable record.</typeparam>
/// <remarks>
/// A binary trie over the bits of the keys, without nodes that have one child (Morrison's PATRICIA; Okasaki and Gill, "Fast Mergeable
/// Integer Maps", ML Workshop 1998). Its shape follows from the keys alone, whatever the order in which they came.
/// </remarks>
[GenerateSerializer, Immutable]
public sealed class RowMap<TRow> : IReadOnlyCollection<KeyValuePair<long, TRow>>
    where TRow : class
{
    /// <summary>The map without rows.</summary>
    public static readonly RowMap<TRow> Empty = new(null, 0);

    [Id(0)]
    private readonly RowNode<TRow>? _root;

    [Id(1)]
    private readonly int _count;

    private RowMap(RowNode<TRow>? root, int count) => (_root, _count) = (root, count);

    /// <summary>Number of rows.</summary>
    public int Count => _count;

    /// <summary>Whether there is no row.</summary>
    public bool IsEmpty => _root is null;

    /// <summary>The rows, in the order of their keys.</summary>
    public RowValues<TRow> Values => new(this);

    internal RowNode<TRow>? Root => _root;

    /// <summary>A row.</summary>
    /// <exception cref="KeyNotFoundException">There is none.</exception>
    public TRow this[long key] => TryGetValue(key, out var row) ? row : throw new KeyNotFoundException($"There is no row {key}.");

    /// <summary>Finds a row.</summary>
    /// <returns>Whether there is one.</returns>
    public bool TryGetValue(long key, [MaybeNullWhen(false)] out TRow row) => (row = RowNode<TRow>.Find(_root, key)) is not null;

    /// <summary>Finds a row.</summary>
    /// <returns>The row, or null.</returns>
    public TRow? GetValueOrDefault(long key) => RowNode<TRow>.Find(_root, key);

    /// <summary>Whether there is a row.</summary>
    public bool ContainsKey(long key) => RowNode<TRow>.Find(_root, key) is not null;

    /// <summary>Adds a row.</summary>
    /// <returns>The map with it.</returns>
    /// <exception cref="ArgumentException">There is one already.</exception>
    public RowMap<TRow> Add(long key, TRow row) =>
        ContainsKey(key) ? throw new ArgumentException($"There is a row {key} already.", nameof(key)) : SetItem(key, row);

    /// <summary>Adds or replaces a row.</summary>
    /// <returns>The map with it; the same one if it has this very row.</returns>
    public RowMap<TRow> SetItem(long key, TRow row)
    {
        ArgumentNullException.ThrowIfNull(row);
        var isNew = true;
        var root = RowNode<TRow>.Set(_root, key, row, ref isNew);
        return ReferenceEquals(root, _root) ? this : new RowMap<TRow>(root, isNew ? _count + 1 : _count);
    }

    /// <summary>Removes a row.</summary>
    /// <returns>The map without it; the same one if it has no such row.</returns>
    public RowMap<TRow> Remove(long key)
    {
        var root = RowNode<TRow>.Remove(_root, key);
        return ReferenceEquals(root, _root) ? this : root is null ? Empty : new RowMap<TRow>(root, _count - 1);
    }

    /// <summary>Removes all rows.</summary>
    /// <returns>The map without rows.</returns>
    public RowMap<TRow> Clear() => Empty;

    /// <summary>Tells in which rows this map differs from an earlier one, in the order of their keys.</summary>
    /// <param name="changes">Is told. A row that was replaced by itself has not changed.</param>
    public void Differences(RowMap<TRow> earlier, IRowChanges<TRow> changes)
    {
        ArgumentNullException.ThrowIfNull(earlier);
        ArgumentNullException.ThrowIfNull(changes);
        RowDifferences<TRow>.Tell(earlier._root, _root, changes);
    }

    /// <summary>Walks the rows in the order of their keys.</summary>
    /// <returns>The walk.</returns>
    public RowEnumerator<TRow> GetEnumerator() => new(_root);

    IEnumerator<KeyValuePair<long, TRow>> IEnumerable<KeyValuePair<long, TRow>>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
