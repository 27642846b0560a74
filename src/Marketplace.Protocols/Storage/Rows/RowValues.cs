using System.Collections;

namespace Marketplace.Protocols.Storage.Rows;

/// <summary>The rows of a map, in the order of their keys.</summary>
/// <typeparam name="TRow">A row.</typeparam>
public readonly struct RowValues<TRow> : IReadOnlyCollection<TRow>
    where TRow : class
{
    private readonly RowMap<TRow> _map;

    internal RowValues(RowMap<TRow> map) => _map = map;

    /// <inheritdoc/>
    public int Count => _map.Count;

    /// <summary>Walks the rows.</summary>
    /// <returns>The walk.</returns>
    public Enumerator GetEnumerator() => new(_map.GetEnumerator());

    IEnumerator<TRow> IEnumerable<TRow>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Walks the rows.</summary>
    public struct Enumerator : IEnumerator<TRow>
    {
        private RowEnumerator<TRow> _rows;

        internal Enumerator(RowEnumerator<TRow> rows) => _rows = rows;

        /// <inheritdoc/>
        public readonly TRow Current => _rows.Current.Value;

        readonly object IEnumerator.Current => Current;

        /// <inheritdoc/>
        public bool MoveNext() => _rows.MoveNext();

        /// <summary>Not supported.</summary>
        /// <exception cref="NotSupportedException">Always.</exception>
        public readonly void Reset() => _rows.Reset();

        /// <inheritdoc/>
        public readonly void Dispose()
        {
        }
    }
}
