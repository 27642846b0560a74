using System.Collections;
using System.Runtime.CompilerServices;

namespace Marketplace.Protocols.Storage.Rows;

/// <summary>Walks the rows of a map in the order of their keys. Allocates nothing.</summary>
/// <typeparam name="TRow">A row.</typeparam>
public struct RowEnumerator<TRow> : IEnumerator<KeyValuePair<long, TRow>>
    where TRow : class
{
    private RowNode<TRow>? _next;
    private RowNode<TRow>? _current;
    private RightSides _rightSides;
    private int _depth;

    internal RowEnumerator(RowNode<TRow>? root) => _next = root;

    /// <inheritdoc/>
    public readonly KeyValuePair<long, TRow> Current => new(_current!.Key, _current.Row!);

    readonly object IEnumerator.Current => Current;

    /// <inheritdoc/>
    public bool MoveNext()
    {
        var node = _next ?? (_depth > 0 ? _rightSides[--_depth] : null);
        _next = null;
        while (node is { IsRow: false })
        {
            _rightSides[_depth++] = node.Right!;
            node = node.Left;
        }

        _current = node;
        return node is not null;
    }

    /// <summary>Not supported.</summary>
    /// <exception cref="NotSupportedException">Always.</exception>
    public readonly void Reset() => throw new NotSupportedException("Walk the map again instead.");

    /// <inheritdoc/>
    public readonly void Dispose()
    {
    }

    // A key has 64 bits, so a path has 64 forks at most.
    [InlineArray(64)]
    private struct RightSides
    {
        private RowNode<TRow> _first;
    }
}
